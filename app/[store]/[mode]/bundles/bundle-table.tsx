"use client";

import { Package, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMayUpdate } from "@/components/lists/use-changes";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { ViewsMenu } from "@/components/lists/views-menu";
import { useProducts } from "@/components/products/use-products";
import { ExportCsv } from "@/components/transfer/export-csv";
import { buttonClass } from "@/components/ui/button-class";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { IntentLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { PageHeader } from "@/components/ui/page-header";
import { useDesk } from "@/lib/api/desk";
import { bundleStatuses, bundleTypes } from "@/lib/contract/checkout/bundle-words";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import { BundleActions } from "./bundle-actions";
import { useBundleColumns } from "./bundle-columns";
import { bundleFilters, productIdsOf, toFilter, toQuery } from "./filters";

const BundleBulkActions = lazyPart(() => import("./bundle-bulk"));

export function BundleTable() {
  const t = useTranslations("bundles");
  const { base, checkout, can, extensions } = useDesk();
  const address = useListAddress(bundleFilters, ["search", "type", "status"]);
  const query = toQuery(address.filters, extensions.checkout);
  const { rows, selects, selected, everything, clearSelection, table } = useResourceList({
    api: "checkout",
    address,
    query,
    read: checkout.bundles.list.options({ query }),
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

  return (
    <>
      <PageHeader title={t("title")} description={t("description")} actions={newBundle} />
      <DataTable
        {...table}
        caption={t("title")}
        columns={columns}
        rowName={(bundle) => bundle.name ?? bundle.id}
        rowHref={(bundle) => `${base}/bundles/${encodeURIComponent(bundle.id)}`}
        {...(mayCreate && { rowActions: (bundle: Bundle) => <BundleActions bundle={bundle} /> })}
        {...(mayChange &&
          selects(
            <BundleBulkActions
              bundles={selected}
              filter={everything ? toFilter(address.filters) : null}
              onDone={clearSelection}
            />,
            { all: true },
          ))}
        toolbar={
          <FilterBar
            views={<ViewsMenu screen="bundles" />}
            {...(extensions.checkout && { search: address.search("search", t("search")) })}
            filters={[
              address.choice("type", t("filterType"), bundleTypes, (type) => t(`types.${type}`)),
              address.choice("status", t("filterStatus"), bundleStatuses, (status) => t(`statuses.${status}`)),
            ]}
            onClearAll={address.clear}
            actions={<ExportCsv resource="bundles" query={query} />}
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
