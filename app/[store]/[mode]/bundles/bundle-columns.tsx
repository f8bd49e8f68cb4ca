"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { ProductName } from "@/components/products/product-name";
import type { Products } from "@/components/products/remembered-products";
import { recordColumns } from "@/components/records/record-columns";
import { Badge } from "@/components/ui/badge";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import { bundleSorts } from "@/lib/contract/checkout/bundle-words";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import { useBundleWords } from "./words";

const column = columnsFor<Bundle>();

export function useBundleColumns(remembered: Products): TableColumns<Bundle> {
  const t = useTranslations("bundles");
  const { extensions } = useDesk();
  const words = useBundleWords();
  return useMemo(() => {
    const sorts = extensions.checkout ? bundleSorts : [];
    const { field, status, date } = recordColumns<Bundle>(sorts);
    return column.columns([
      column.accessor(({ name }) => name ?? t("untitled"), {
        id: "name",
        header: t("columns.name"),
        meta: { primary: true, ...(extensions.checkout && { sort: "name" }) },
      }),
      status(t("columns.status"), words.status),
      field("type", t("columns.type"), words.type),
      field("products", t("columns.products"), ([first, ...more]) => {
        const { product_id: id = "", quantity = 1 } = first ?? {};
        return first === undefined ? (
          <span className="text-muted">—</span>
        ) : (
          <span className="inline-flex items-center gap-1.5">
            <span>
              {quantity > 1 && `${quantity} × `}
              <ProductName id={id} name={remembered.get(id)?.name} roomy />
            </span>
            {more.length > 0 && <Badge>+{more.length}</Badge>}
          </span>
        );
      }),
      column.accessor(({ pricing }) => pricing?.value ?? pricing?.type, {
        id: "pricing",
        header: t("columns.pricing"),
        meta: { align: "end", optional: true },
        cell: ({ row }) => words.pricing(row.original.pricing) ?? undefined,
      }),
      date("created_at", t("columns.created")),
      date("updated_at", t("columns.updated")),
    ]);
  }, [t, words, extensions.checkout, remembered]);
}
