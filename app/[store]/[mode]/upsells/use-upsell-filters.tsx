"use client";

import { useTranslations } from "next-intl";
import type { useListAddress } from "@/components/lists/use-list-address";
import type { Products } from "@/components/products/remembered-products";
import type { Filter } from "@/components/ui/filter-bar";
import { minimumFilter } from "@/components/ui/filters";
import { enter, lazyPart } from "@/components/ui/lazy-part";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import {
  discountTypes,
  performanceDays,
  upsellPlacements,
  upsellProblems,
  upsellStatuses,
} from "@/lib/contract/checkout/upsell-words";
import type { upsellFilters } from "./filters";
import { useUpsellWords } from "./words";

const ProductField = lazyPart(
  () => import("@/components/products/product-field").then((file) => ({ default: file.ProductField })),
  <TextSkeleton lines={2} />,
);

type Address = ReturnType<typeof useListAddress<typeof upsellFilters>>;

/** Those that the service applies. */
export function useUpsellFilters({ filters, narrow, choice }: Address, products: Products): Filter[] {
  const t = useTranslations("upsells");
  const { has, can, format, store } = useDesk();
  const words = useUpsellWords();
  const product = (id: "product_id" | "trigger_product", label: string): Filter => ({
    id,
    label,
    summary: (products.get(filters[id])?.name ?? filters[id]) || null,
    onClear: () => narrow({ [id]: null }),
    editor: (close) => (
      <ProductField
        aria-label={label}
        inputRef={enter}
        value={filters[id]}
        products={products}
        onValueChange={(value) => {
          narrow({ [id]: value || null });
          if (value) close();
        }}
      />
    ),
  });
  const atLeast = (
    id: "discount_min" | "revenue_min",
    label: string,
    show: (value: number) => string,
    prefix?: string,
  ): Filter => {
    const value = filters[id];
    const summary = value === null ? null : `≥ ${show(value)}`;
    return minimumFilter({
      id,
      label,
      value,
      summary,
      onChange: (value) => narrow({ [id]: value }),
      ...(prefix && { prefix }),
    });
  };
  const offered = [
    choice("status", t("filterStatus"), upsellStatuses, (status) => words.status(status).label),
    choice("placement", t("columns.placement"), upsellPlacements, words.placement),
    can("desk", "remembered", "list") && product("product_id", t("columns.product")),
    can("desk", "remembered", "list") && product("trigger_product", t("filters.trigger")),
    choice("discount_type", t("filters.discountType"), discountTypes, words.discountType),
    atLeast("discount_min", t("columns.discount"), format.number),
    atLeast("revenue_min", t("columns.revenue", { days: performanceDays }), format.money, store.currency),
    choice("problem", t("filters.problem"), ["any", ...upsellProblems], (one) => t(`filters.problems.${one}`)),
  ];
  return offered.flatMap((filter) => (filter && has("checkout", "upsells", "list", filter.id) ? [filter] : []));
}
