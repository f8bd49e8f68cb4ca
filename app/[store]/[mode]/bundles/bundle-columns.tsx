"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Moment } from "@/components/moment";
import { ProductName } from "@/components/products/product-name";
import type { Products } from "@/components/products/remembered-products";
import { Badge, Status } from "@/components/ui/badge";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import { useBundleWords } from "./words";

const column = columnsFor<Bundle>();

export function useBundleColumns(remembered: Products): TableColumns<Bundle> {
  const t = useTranslations("bundles");
  const { extensions } = useDesk();
  const words = useBundleWords();
  return useMemo(() => {
    // Only the embedded checkout service is known to sort by these columns.
    const sort = (name: string) => (extensions.checkout ? { sort: name } : {});
    const absent = <span className="text-muted">{t("notProvided")}</span>;
    const date = (at: string | undefined) => (at === undefined ? absent : <Moment at={at} />);
    return column.columns([
      column.accessor("name", {
        header: t("columns.name"),
        meta: { primary: true, ...sort("name") },
        cell: ({ getValue }) => getValue() ?? t("untitled"),
      }),
      column.accessor("status", {
        header: t("columns.status"),
        meta: { optional: true, ...sort("status") },
        cell: ({ getValue }) => {
          const status = getValue();
          if (status === undefined) return absent;
          const { label, tone, hollow } = words.status(status);
          return (
            <Status tone={tone} hollow={hollow}>
              {label}
            </Status>
          );
        },
      }),
      column.accessor("type", {
        header: t("columns.type"),
        meta: { optional: true, ...sort("type") },
        cell: ({ getValue }) => {
          const type = getValue();
          return type === undefined ? absent : words.type(type);
        },
      }),
      column.accessor("products", {
        header: t("columns.products"),
        meta: { optional: true },
        cell: ({ getValue }) => {
          const products = getValue();
          if (!products) return absent;
          const [first, ...more] = products;
          if (!first) return <span className="text-muted">—</span>;
          return (
            <span className="inline-flex items-center gap-1.5">
              <span>
                {(first.quantity ?? 1) > 1 && `${first.quantity} × `}
                <ProductName id={first.product_id} name={remembered.get(first.product_id)?.name} roomy />
              </span>
              {more.length > 0 && <Badge>+{more.length}</Badge>}
            </span>
          );
        },
      }),
      column.accessor(({ pricing }) => pricing?.value ?? pricing?.type, {
        id: "pricing",
        header: t("columns.pricing"),
        meta: { align: "end", optional: true },
        cell: ({ row }) => words.pricing(row.original.pricing) ?? absent,
      }),
      column.accessor("created_at", {
        header: t("columns.created"),
        meta: { align: "end", firstOrder: "desc", notOnPhone: true, optional: true, ...sort("created_at") },
        cell: ({ getValue }) => date(getValue()),
      }),
      column.accessor("updated_at", {
        header: t("columns.updated"),
        meta: { align: "end", notOnPhone: true, optional: true },
        cell: ({ getValue }) => date(getValue()),
      }),
    ]);
  }, [t, words, extensions.checkout, remembered]);
}
