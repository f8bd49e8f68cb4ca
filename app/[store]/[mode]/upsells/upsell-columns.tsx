"use client";

import { useTranslations } from "next-intl";
import { useDeferredValue, useMemo } from "react";
import { Moment } from "@/components/moment";
import { ProductName } from "@/components/products/product-name";
import type { Products } from "@/components/products/remembered-products";
import { Badge, Status } from "@/components/ui/badge";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { ownFindings } from "./doctor/doctor";
import { usePerformance } from "./performance/use-performance";
import { useUpsellWords } from "./words";

const column = columnsFor<Upsell>();

export function useUpsellColumns(products: Products): TableColumns<Upsell> {
  const t = useTranslations("upsells");
  const { can, format, extensions } = useDesk();
  const words = useUpsellWords();
  // The figures change every row, so they are deferred behind typing and clicks.
  const performanceOf = useDeferredValue(usePerformance());
  const mayReport = can("checkout", "analytics", "report");
  return useMemo(() => {
    // Only the embedded checkout service is known to sort by these columns.
    const sort = (name: string) => (extensions.checkout ? { sort: name } : {});
    const absent = <span className="text-muted">{t("notProvided")}</span>;
    return column.columns([
      column.accessor("name", {
        header: t("columns.name"),
        meta: { primary: true, ...sort("name") },
        cell: ({ getValue }) => getValue() ?? t("untitled"),
      }),
      column.accessor("status", {
        header: t("columns.status"),
        meta: { optional: true, ...sort("status") },
        cell: ({ getValue, row }) => {
          const status = getValue();
          if (status === undefined) return absent;
          const { label, tone, hollow } = words.status(status);
          const [first] = ownFindings(row.original);
          const short = first && words.short(first);
          return (
            <span>
              <Status tone={tone} hollow={hollow}>
                {label}
              </Status>
              {short && <span className="block text-xs text-muted">{short}</span>}
            </span>
          );
        },
      }),
      column.accessor("product_id", {
        header: t("columns.product"),
        meta: { optional: true },
        cell: ({ getValue }) => {
          const id = getValue();
          return id === undefined ? absent : <ProductName id={id} name={products.get(id)?.name} />;
        },
      }),
      column.accessor("trigger_products", {
        header: t("columns.triggers"),
        meta: { optional: true, notOnPhone: true },
        cell: ({ getValue }) => {
          const triggers = getValue();
          if (!triggers) return absent;
          const [first] = triggers;
          if (first === undefined) return <span className="text-muted">—</span>;
          return (
            <span className="inline-flex items-center gap-1.5">
              <ProductName id={first} name={products.get(first)?.name} />
              {triggers.length > 1 && <Badge>+{triggers.length - 1}</Badge>}
            </span>
          );
        },
      }),
      column.accessor(({ discount }) => discount?.value ?? discount?.type, {
        id: "discount_value",
        header: t("columns.discount"),
        meta: { align: "end", firstOrder: "desc", optional: true, ...sort("discount_value") },
        cell: ({ row }) => words.discount(row.original.discount) ?? absent,
      }),
      column.accessor("placement", {
        header: t("columns.placement"),
        meta: { optional: true },
        cell: ({ getValue }) => {
          const placement = getValue();
          if (placement === undefined) return absent;
          return (
            <span className="sm:inline-block sm:max-w-44 sm:truncate align-bottom">{words.placement(placement)}</span>
          );
        },
      }),
      ...(mayReport
        ? [
            column.display({
              id: "performance",
              header: t("columns.performance"),
              // These figures load later, so their width is reserved.
              meta: { align: "end", minWidth: "sm:min-w-38" },
              cell: ({ row }) => {
                const { rate, revenue, currency } = performanceOf?.(row.original) ?? {};
                const parts = [
                  rate !== undefined && format.ratioInColumn(rate),
                  revenue !== undefined && format.money(revenue, currency),
                ];
                return parts.filter(Boolean).join(" · ") || <span className="text-muted">—</span>;
              },
            }),
          ]
        : []),
      column.accessor("created_at", {
        header: t("columns.created"),
        meta: { align: "end", firstOrder: "desc", notOnPhone: true, optional: true, ...sort("created_at") },
        cell: ({ getValue }) => {
          const at = getValue();
          return at === undefined ? absent : <Moment at={at} />;
        },
      }),
    ]);
  }, [t, format, words, extensions.checkout, products, performanceOf, mayReport]);
}
