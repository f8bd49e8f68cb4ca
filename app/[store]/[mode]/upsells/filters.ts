import { createLoader, type inferParserType, parseAsFloat, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { pageFilters, sortFilters, toPage } from "@/components/lists/table-address";
import { upsellProblems, upsellSorts } from "@/lib/contract/checkout/upsell-words";
import type { Upsell } from "@/lib/contract/checkout/upsells";

const narrowingFilters = {
  search: parseAsString.withDefault(""),
  status: parseAsString.withDefault(""),
  placement: parseAsString.withDefault(""),
  product_id: parseAsString.withDefault(""),
  trigger_product: parseAsString.withDefault(""),
  discount_type: parseAsString.withDefault(""),
  discount_min: parseAsFloat,
  revenue_min: parseAsFloat,
  problem: parseAsStringLiteral(["any", ...upsellProblems]),
};

export const upsellFilters = { ...narrowingFilters, ...sortFilters(upsellSorts), ...pageFilters };

type NarrowingFilter = keyof typeof narrowingFilters;
export const narrowing = Object.keys(narrowingFilters) as NarrowingFilter[];

export type UpsellFilters = inferParserType<typeof upsellFilters>;
export type UpsellFilter = { [Name in Exclude<NarrowingFilter, "problem">]?: string } & {
  problem?: NonNullable<UpsellFilters["problem"]>;
};

export const loadUpsellFilters = createLoader(upsellFilters);

export function toQuery(filters: UpsellFilters) {
  const { sort, order } = filters;
  return { ...toPage(filters), sort, order, ...toFilter(filters) };
}

/** What of the filters is set, as texts. */
export function toFilter(filters: UpsellFilters): UpsellFilter {
  const set = narrowing.filter((name) => filters[name] !== null && filters[name] !== "");
  return Object.fromEntries(set.map((name) => [name, String(filters[name])]));
}

export function productIdsOf(
  upsells: readonly Upsell[] = [],
  { product_id, trigger_product }: UpsellFilters,
): (string | undefined)[] {
  return [
    product_id,
    trigger_product,
    ...upsells.flatMap(({ product_id, trigger_products = [] }) => [product_id, ...trigger_products.slice(0, 1)]),
  ];
}
