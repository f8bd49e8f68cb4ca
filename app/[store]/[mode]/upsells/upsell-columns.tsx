"use client";

import { useTranslations } from "next-intl";
import { useDeferredValue, useMemo } from "react";
import { ProductName } from "@/components/products/product-name";
import type { Products } from "@/components/products/remembered-products";
import { recordColumns } from "@/components/records/record-columns";
import { Badge, Look } from "@/components/ui/badge";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import { upsellSorts } from "@/lib/contract/checkout/upsell-words";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { ownFindings } from "./doctor/doctor";
import { usePerformance } from "./performance/performance";
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
    const none = <span className="text-muted">—</span>;
    const sorts = extensions.checkout ? upsellSorts : [];
    const { field, date } = recordColumns<Upsell>(sorts);
    const product = (id: string) => <ProductName id={id} name={products.get(id)?.name} />;
    const performance = column.display({
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
        return parts.filter(Boolean).join(" · ") || none;
      },
    });
    return column.columns([
      column.accessor(({ name }) => name ?? t("untitled"), {
        id: "name",
        header: t("columns.name"),
        meta: { primary: true, ...(extensions.checkout && { sort: "name" }) },
      }),
      field("status", t("columns.status"), (status, upsell) => {
        const [first] = ownFindings(upsell);
        const short = first && words.short(first);
        return (
          <span>
            <Look {...words.status(status)} />
            {short && <span className="block text-xs text-muted">{short}</span>}
          </span>
        );
      }),
      field("product_id", t("columns.product"), product),
      field(
        "trigger_products",
        t("columns.triggers"),
        ([first, ...more]) =>
          first === undefined ? (
            none
          ) : (
            <span className="inline-flex items-center gap-1.5">
              {product(first)}
              {more.length > 0 && <Badge>+{more.length}</Badge>}
            </span>
          ),
        { notOnPhone: true },
      ),
      column.accessor(({ discount }) => discount?.value ?? discount?.type, {
        id: "discount_value",
        header: t("columns.discount"),
        meta: {
          align: "end",
          firstOrder: "desc",
          optional: true,
          ...(extensions.checkout && { sort: "discount_value" }),
        },
        cell: ({ row }) => words.discount(row.original.discount) ?? undefined,
      }),
      field("placement", t("columns.placement"), (placement) => (
        <span className="sm:inline-block sm:max-w-44 sm:truncate align-bottom">{words.placement(placement)}</span>
      )),
      ...(mayReport ? [performance] : []),
      date("created_at", t("columns.created")),
    ]);
  }, [t, format, words, extensions.checkout, products, performanceOf, mayReport]);
}
