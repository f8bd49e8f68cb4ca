"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Package, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { Suspense } from "react";
import { useKeepListAddress } from "@/components/lists/list-address";
import { usePageAddress } from "@/components/lists/page-address";
import { SelectEverything } from "@/components/lists/select-everything";
import { tableAddress } from "@/components/lists/table-address";
import { useUnreported } from "@/components/lists/unreported";
import { useMayUpdate } from "@/components/lists/use-changes";
import { useSelection } from "@/components/lists/use-selection";
import { ViewsMenu } from "@/components/lists/views-menu";
import { useProducts } from "@/components/products/use-products";
import { useErrorWords } from "@/components/query-error";
import { ExportCsv } from "@/components/transfer/export-csv";
import { buttonClass } from "@/components/ui/button-class";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { choiceFilter } from "@/components/ui/filters";
import { IntentLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { PageHeader } from "@/components/ui/page-header";
import { useDesk } from "@/lib/api/desk";
import { type bundleSorts, bundleStatuses, bundleTypes } from "@/lib/contract/checkout/bundle-words";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import { BundleActions } from "./bundle-actions";
import { useBundleColumns } from "./bundle-columns";
import { bundleFilters, productIdsOf, toFilter, toQuery } from "./filters";

const BundleBulkActions = lazyPart(() => import("./bulk/bundle-bulk"));

export function BundleTable() {
  const t = useTranslations("bundles");
  const { base, checkout, can, extensions } = useDesk();
  const [filters, setFilters] = useQueryStates(bundleFilters, { history: "push" });
  const words = useErrorWords();
  const unreported = useUnreported("checkout");
  const pageHref = usePageAddress();
  useKeepListAddress();
  const asked = toQuery(filters, extensions.checkout);
  const [selection, everything, select] = useSelection(asked);
  const list = useQuery({ ...checkout.bundles.list.options({ query: asked }), placeholderData: keepPreviousData });
  const { products } = useProducts(productIdsOf(list.data?.data));
  const columns = useBundleColumns(products);
  const mayCreate = can("checkout", "bundles", "create");
  const mayChange = useMayUpdate("checkout", "bundles");

  const rows = list.data?.data;
  const total = list.data?.pagination.total ?? null;
  // An API that counts also reports its page size, which may be smaller than requested.
  const perPage = total === null ? asked.per_page : (list.data?.pagination.per_page ?? asked.per_page);
  const newBundle = mayCreate && (
    <IntentLink href={`${base}/bundles/new`} className={buttonClass({ variant: "primary" })}>
      <Plus aria-hidden /> {t("new")}
    </IntentLink>
  );
  const filter = <V extends string>(
    id: "type" | "status",
    label: string,
    values: readonly V[],
    name: (value: V) => string,
  ) =>
    choiceFilter({
      id,
      label,
      options: values.map((value) => ({ value, label: name(value) })),
      value: filters[id] ? [filters[id]] : [],
      onChange: (chosen) => setFilters({ [id]: chosen.at(-1) ?? null, page: null }),
    });
  const clear = () => setFilters({ search: null, type: null, status: null, page: null });

  return (
    <>
      <PageHeader title={t("title")} description={t("description")} actions={newBundle} />
      <DataTable<Bundle>
        caption={t("title")}
        columns={columns}
        rows={rows}
        count={{
          total,
          hasNext: total === null ? (rows?.length ?? 0) >= perPage : asked.page * perPage < total,
        }}
        rowId={(bundle) => bundle.id}
        rowName={(bundle) => bundle.name ?? bundle.id}
        rowHref={(bundle) => `${base}/bundles/${encodeURIComponent(bundle.id)}`}
        {...(mayCreate && { rowActions: (bundle) => <BundleActions bundle={bundle} /> })}
        {...(mayChange && {
          selection,
          onSelectionChange: (ids) => select(ids),
          selectAllMatching: (total ?? 0) > (rows?.length ?? 0) && (
            <SelectEverything
              chosen={everything}
              total={total}
              onChange={(all) => select(rows?.map(({ id }) => id) ?? [], all)}
            />
          ),
          bulkActions: (
            <Suspense>
              <BundleBulkActions
                bundles={rows?.filter((bundle) => selection.includes(bundle.id)) ?? []}
                filter={everything ? toFilter(filters) : null}
                onDone={() => select([])}
              />
            </Suspense>
          ),
        })}
        state={{ sort: filters.sort, order: filters.order, page: asked.page, perPage, hidden: filters.hide }}
        onStateChange={(change) => setFilters(tableAddress<(typeof bundleSorts)[number]>(change))}
        refreshing={list.isFetching && !list.isPending}
        error={list.error ? words(list.error) : null}
        onRetry={() => list.refetch()}
        withoutValues={unreported.columns}
        filtered={(extensions.checkout && filters.search !== "") || filters.type !== null || filters.status !== null}
        onClearFilters={clear}
        toolbar={
          <FilterBar
            views={<ViewsMenu screen="bundles" />}
            {...(extensions.checkout && {
              search: {
                value: filters.search,
                label: t("search"),
                onValueChange: (search) => setFilters({ search: search || null, page: null }, { history: "replace" }),
              },
            })}
            filters={[
              filter("type", t("filterType"), bundleTypes, (value) => t(`types.${value}`)),
              filter("status", t("filterStatus"), bundleStatuses, (value) => t(`statuses.${value}`)),
            ]}
            onClearAll={clear}
            actions={<ExportCsv resource="bundles" query={asked} />}
          />
        }
        pageHref={pageHref}
        empty={
          <EmptyState icon={<Package />} title={t("empty.title")} action={newBundle}>
            {t(mayCreate ? "empty.body" : "empty.readOnly")}
          </EmptyState>
        }
      />
    </>
  );
}
