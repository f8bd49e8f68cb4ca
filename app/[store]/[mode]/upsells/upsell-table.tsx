"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus, Tags, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { Suspense, useMemo } from "react";
import { useHeldIds } from "@/components/lists/held-deletes";
import { useKeepListAddress } from "@/components/lists/list-address";
import { usePageAddress } from "@/components/lists/page-address";
import { SelectEverything } from "@/components/lists/select-everything";
import { tableAddress } from "@/components/lists/table-address";
import { useUnreported } from "@/components/lists/unreported";
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
import { type upsellSorts, upsellStatuses } from "@/lib/contract/checkout/upsell-words";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { productIdsOf, toFilter, toQuery, upsellFilters } from "./filters";
import { UpsellRowActions } from "./upsell-actions";
import { useUpsellColumns } from "./upsell-columns";

const UpsellBulkActions = lazyPart(() => import("./bulk/upsell-bulk"));

export function UpsellTable() {
  const t = useTranslations("upsells");
  const { base, checkout, can, extensions } = useDesk();
  const [filters, setFilters] = useQueryStates(upsellFilters, { history: "push" });
  const asked = toQuery(filters, extensions.checkout);
  const [selection, everything, select] = useSelection(asked);
  const held = useHeldIds("upsells");
  const words = useErrorWords();
  const unreported = useUnreported("checkout");
  const pageHref = usePageAddress();
  useKeepListAddress();
  const list = useQuery({
    ...checkout.upsells.list.options({ query: asked }),
    placeholderData: keepPreviousData,
  });
  const { products } = useProducts(productIdsOf(list.data?.data));
  const columns = useUpsellColumns(products);
  const mayWrite = can("checkout", "upsells", "create");
  const newHref = `${base}/upsells/new`;

  const rows = useMemo(() => list.data?.data.filter((offer) => !held.has(offer.id)), [list.data, held]);
  const total = list.data?.pagination.total ?? null;
  const hiddenHere = (list.data?.data.length ?? 0) - (rows?.length ?? 0);
  // An API that counts also reports its page size, which may be smaller than requested.
  const perPage = total === null ? asked.per_page : (list.data?.pagination.per_page ?? asked.per_page);
  const more =
    total === null ? (list.data?.data.length ?? 0) >= perPage || asked.page > 1 : total > (rows?.length ?? 0);
  const newOffer = (
    <IntentLink href={newHref} className={buttonClass({ variant: "primary" })}>
      <Plus aria-hidden /> {t("new")}
    </IntentLink>
  );

  const exporter = <ExportCsv resource="upsells" query={asked} />;

  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          <>
            {can("desk", "remembered", "list") && (
              <IntentLink href={`${base}/upsells/products`} className={buttonClass()}>
                {t("products")}
              </IntentLink>
            )}
            {mayWrite && (
              <IntentLink href={`${base}/upsells/import`} className={buttonClass()}>
                <Upload aria-hidden /> {t("import.action")}
              </IntentLink>
            )}
            {mayWrite && newOffer}
          </>
        }
      />
      <DataTable<Upsell>
        caption={t("title")}
        columns={columns}
        rows={rows}
        count={{
          total: total === null ? null : total - hiddenHere,
          hasNext: total === null ? (list.data?.data.length ?? 0) >= perPage : asked.page * perPage < total,
        }}
        rowId={(offer) => offer.id}
        rowName={(offer) => offer.name ?? offer.id}
        rowHref={(offer) => `${base}/upsells/${encodeURIComponent(offer.id)}`}
        {...(mayWrite && {
          rowActions: (offer) => <UpsellRowActions offer={offer} />,
          selection,
          onSelectionChange: (ids) => select(ids),
          selectAllMatching: more && (
            <SelectEverything
              chosen={everything}
              total={total}
              onChange={(all) => select(rows?.map(({ id }) => id) ?? [], all)}
            />
          ),
          bulkActions: (
            <Suspense>
              <UpsellBulkActions
                offers={rows?.filter((offer) => selection.includes(offer.id)) ?? []}
                filter={everything ? toFilter(filters, extensions.checkout) : null}
                onDone={() => select([])}
              />
            </Suspense>
          ),
        })}
        state={{ sort: filters.sort, order: filters.order, page: asked.page, perPage, hidden: filters.hide }}
        onStateChange={(change) => setFilters(tableAddress<(typeof upsellSorts)[number]>(change))}
        refreshing={list.isFetching && !list.isPending}
        error={list.error ? words(list.error) : null}
        onRetry={() => list.refetch()}
        withoutValues={unreported.columns}
        filtered={filters.search !== "" || filters.status !== ""}
        onClearFilters={() => setFilters({ search: null, status: null, page: null })}
        toolbar={
          extensions.checkout ? (
            <FilterBar
              views={<ViewsMenu screen="upsells" />}
              search={{
                value: filters.search,
                label: t("search"),
                onValueChange: (search) => setFilters({ search: search || null, page: null }, { history: "replace" }),
              }}
              actions={exporter}
              filters={[
                choiceFilter({
                  id: "status",
                  label: t("filterStatus"),
                  options: upsellStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
                  value: filters.status ? [filters.status] : [],
                  onChange: (values) => setFilters({ status: values.at(-1) ?? null, page: null }),
                }),
              ]}
            />
          ) : (
            <div className="flex flex-wrap items-center gap-2">
              <p className="min-w-0 flex-1 basis-60 px-1 text-sm text-muted">{t("noExtensions")}</p>
              {exporter}
            </div>
          )
        }
        pageHref={pageHref}
        empty={
          <EmptyState icon={<Tags />} title={t("empty.title")} action={mayWrite && newOffer}>
            {t(mayWrite ? "empty.body" : "empty.readOnly")}
          </EmptyState>
        }
      />
    </>
  );
}
