import { createLoader, type inferParserType, parseAsString } from "nuqs/server";
import { pageFilters, sortFilters, toPage } from "@/components/lists/table-address";
import { upsellSorts } from "@/lib/contract/checkout/upsell-words";
import type { Upsell } from "@/lib/contract/checkout/upsells";

export const upsellFilters = {
  search: parseAsString.withDefault(""),
  status: parseAsString.withDefault(""),
  ...sortFilters(upsellSorts),
  ...pageFilters,
};

export type UpsellFilters = inferParserType<typeof upsellFilters>;

export const loadUpsellFilters = createLoader(upsellFilters);

export function toQuery(filters: UpsellFilters) {
  const { search, status, sort, order } = filters;
  return { ...toPage(filters), sort, order, ...(search && { search }), ...(status && { status }) };
}

export function toFilter({ search, status }: UpsellFilters, searches: boolean): { search?: string; status?: string } {
  return searches ? { ...(search && { search }), ...(status && { status }) } : {};
}

export function productIdsOf(upsells: readonly Upsell[] = []): (string | undefined)[] {
  return upsells.flatMap(({ product_id, trigger_products = [] }) => [product_id, ...trigger_products.slice(0, 1)]);
}
