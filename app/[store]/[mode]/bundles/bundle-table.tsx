"use client";

import { Package } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMayUpdate } from "@/components/lists/use-changes";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { useProducts } from "@/components/products/use-products";
import { RecordList } from "@/components/records/record-list";
import { lazyPart } from "@/components/ui/lazy-part";
import { useDesk } from "@/lib/api/desk";
import { bundleStatuses, bundleTypes } from "@/lib/contract/checkout/bundle-words";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import { BundleActions } from "./bundle-actions";
import { useBundleColumns } from "./bundle-columns";
import { bundleFilters, productIdsOf, toFilter, toQuery } from "./filters";

const BundleBulkActions = lazyPart(() => import("./bundle-bulk"));

export function BundleTable() {
  const t = useTranslations("bundles");
  const { checkout, can, extensions } = useDesk();
  const address = useListAddress(bundleFilters, ["search", "type", "status"]);
  const query = toQuery(address.filters, extensions.checkout);
  const { rows, selects, selected, everything, clearSelection, table } = useResourceList({
    api: "checkout",
    address,
    query,
    read: checkout.bundles.list.options({ query }),
  });
  const { products } = useProducts(productIdsOf(rows));
  const mayChange = useMayUpdate("checkout", "bundles");
  return (
    <RecordList<Bundle>
      {...table}
      api="checkout"
      resource="bundles"
      icon={<Package />}
      query={query}
      columns={useBundleColumns(products)}
      rowName={(bundle) => bundle.name ?? bundle.id}
      {...(can("checkout", "bundles", "create") && {
        rowActions: (bundle: Bundle) => <BundleActions bundle={bundle} />,
      })}
      {...(mayChange &&
        selects(
          <BundleBulkActions
            bundles={selected}
            filter={everything ? toFilter(address.filters) : null}
            onDone={clearSelection}
          />,
          { all: true },
        ))}
      search={extensions.checkout ? address.search("search", t("search")) : undefined}
      filters={[
        address.choice("type", t("filterType"), bundleTypes, (type) => t(`types.${type}`)),
        address.choice("status", t("filterStatus"), bundleStatuses, (status) => t(`statuses.${status}`)),
      ]}
    />
  );
}
