"use client";

import { Package } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useMayUpdate } from "@/components/lists/use-changes";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { ProductName } from "@/components/products/product-name";
import { type Products, withheldAs } from "@/components/products/remembered-products";
import { useProducts } from "@/components/products/use-products";
import { recordColumns } from "@/components/records/record-columns";
import { RecordList } from "@/components/records/record-list";
import { Badge, Look } from "@/components/ui/badge";
import { lazyPart } from "@/components/ui/lazy-part";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import { bundleSorts, bundleStatuses, bundleTypes } from "@/lib/contract/checkout/bundle-words";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import { BundleActions } from "./bundle-actions";
import { bundleFilters, productIdsOf, toFilter, toQuery } from "./filters";
import { useBundleWords } from "./words";

const BundleBulkActions = lazyPart(() => import("./bundle-bulk"));

export function BundleTable() {
  const t = useTranslations("bundles");
  const { checkout, can, has } = useDesk();
  const address = useListAddress(bundleFilters, ["search", "type", "status"]);
  const query = toQuery(address.filters);
  const { rows, selects, selected, everything, clearSelection, table } = useResourceList({
    api: "checkout",
    address,
    query,
    read: checkout.bundles.list.options({ query }),
  });
  const { products } = useProducts(productIdsOf(rows));
  const words = useBundleWords();
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
      search={has("checkout", "bundles", "list", "search") ? address.search("search", t("search")) : undefined}
      filters={[
        address.choice("type", t("filterType"), bundleTypes, words.type),
        address.choice("status", t("filterStatus"), bundleStatuses, (one) => words.status(one).label),
      ]}
    />
  );
}

const column = columnsFor<Bundle>();

function useBundleColumns(remembered: Products): TableColumns<Bundle> {
  const t = useTranslations("bundles");
  const { has } = useDesk();
  const words = useBundleWords();
  return useMemo(() => {
    const sorts = has("checkout", "bundles", "list", "sort") ? bundleSorts : [];
    const { name, field, date } = recordColumns<Bundle>(sorts);
    return column.columns([
      name(t("columns.name"), ({ name }) => name ?? t("untitled")),
      field("status", t("columns.status"), (status, { products = [] }) => {
        const withheld = products.flatMap(({ product_id }) => withheldAs(remembered, product_id) ?? [])[0];
        return (
          <span>
            <Look {...words.status(status)} />
            {status === "active" && withheld && (
              <span className="block max-w-44 text-xs text-wrap text-muted">{t("withheld", { status: withheld })}</span>
            )}
          </span>
        );
      }),
      field("type", t("columns.type"), words.type),
      field(
        "products",
        t("columns.products"),
        ([first, ...more]) => {
          const { product_id: id = "", quantity = 1 } = first ?? {};
          return first === undefined ? (
            <span className="text-muted">—</span>
          ) : (
            <span className="inline-flex items-center gap-1.5">
              <span>
                {quantity > 1 && `${quantity} × `}
                <ProductName id={id} name={remembered.get(id)?.name} />
              </span>
              {more.length > 0 && <Badge>+{more.length}</Badge>}
            </span>
          );
        },
        { wrap: true },
      ),
      column.accessor(({ pricing }) => pricing?.value ?? pricing?.type, {
        id: "pricing",
        header: t("columns.pricing"),
        meta: { align: "end", optional: true },
        cell: ({ row }) => words.pricing(row.original.pricing) ?? undefined,
      }),
      date("created_at", t("columns.created"), "medium"),
      date("updated_at", t("columns.updated"), "medium"),
    ]);
  }, [t, words, has, remembered]);
}
