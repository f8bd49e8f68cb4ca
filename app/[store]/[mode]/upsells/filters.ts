import { createLoader, type inferParserType, parseAsString } from "nuqs/server";
import { pageFilters, sortFilters, toPage } from "@/components/table-address";
import { upsellSorts } from "@/lib/contract/checkout/upsell-words";
import type { Upsell } from "@/lib/contract/checkout/upsells";

/** The URL parameters of the list. Default values are left out. */
export const upsellFilters = {
  search: parseAsString.withDefault(""),
  status: parseAsString.withDefault(""),
  ...sortFilters(upsellSorts),
  ...pageFilters,
};

export type UpsellFilters = inferParserType<typeof upsellFilters>;

export const loadUpsellFilters = createLoader(upsellFilters);

/** The operation's query, equal on the server and in the browser, so that both use the same cache entry. */
export function toQuery(filters: UpsellFilters, extensions: boolean) {
  const { search, status, sort, order } = filters;
  if (!extensions) return toPage(filters);
  return { ...toPage(filters), sort, order, ...(search && { search }), ...(status && { status }) };
}

/** The part of the query that selects offers, without order and page. */
export function toFilter({ search, status }: UpsellFilters, extensions: boolean): { search?: string; status?: string } {
  return extensions ? { ...(search && { search }), ...(status && { status }) } : {};
}

/** The products that a page of offers names. */
export function productIdsOf(offers: readonly Upsell[] = []): (string | undefined)[] {
  return offers.flatMap(({ product_id, trigger_products = [] }) => [product_id, ...trigger_products.slice(0, 1)]);
}
