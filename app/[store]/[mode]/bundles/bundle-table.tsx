"use client";

import { Package, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMayUpdate } from "@/components/lists/use-changes";
import { useResourceList } from "@/components/lists/use-resource-list";
import { ViewsMenu } from "@/components/lists/views-menu";
import { useProducts } from "@/components/products/use-products";
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

type Sort = (typeof bundleSorts)[number];

const BundleBulkActions = lazyPart(() => import("./bulk/bundle-bulk"));

export function BundleTable() {
  const t = useTranslations("bundles");
  const { base, checkout, can, extensions } = useDesk();
  const [filters, setFilters] = useQueryStates(bundleFilters, { history: "push" });
  const asked = toQuery(filters, extensions.checkout);
  const { rows, selects, selected, everything, clearSelection, table } = useResourceList<Bundle, Sort>({
    api: "checkout",
    options: checkout.bundles.list.options({ query: asked }),
    asked,
    filters,
    setFilters,
  });
  const { products } = useProducts(productIdsOf(rows));
  const columns = useBundleColumns(products);
  const mayCreate = can("checkout", "bundles", "create");
  const mayChange = useMayUpdate("checkout", "bundles");

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
        {...table}
        caption={t("title")}
        columns={columns}
        rowName={(bundle) => bundle.name ?? bundle.id}
        rowHref={(bundle) => `${base}/bundles/${encodeURIComponent(bundle.id)}`}
        {...(mayCreate && { rowActions: (bundle) => <BundleActions bundle={bundle} /> })}
        {...(mayChange &&
          selects(
            <BundleBulkActions
              bundles={selected}
              filter={everything ? toFilter(filters) : null}
              onDone={clearSelection}
            />,
            { all: true },
          ))}
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
        empty={
          <EmptyState icon={<Package />} title={t("empty.title")} action={newBundle}>
            {t(mayCreate ? "empty.body" : "empty.readOnly")}
          </EmptyState>
        }
      />
    </>
  );
}
