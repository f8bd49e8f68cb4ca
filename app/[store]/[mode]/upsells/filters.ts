import { createLoader, type inferParserType, parseAsString } from "nuqs/server";
import { pageFilters, sortFilters, toPage } from "@/components/table-address";
import { upsellSorts } from "@/lib/contract/checkout/upsell-words";
import type { Upsell } from "@/lib/contract/checkout/upsells";

/** What the address of the list holds; each part is left out while it says nothing. */
export const upsellFilters = {
  search: parseAsString.withDefault(""),
  status: parseAsString.withDefault(""),
  ...sortFilters(upsellSorts),
  ...pageFilters,
};

export type UpsellFilters = inferParserType<typeof upsellFilters>;

export const loadUpsellFilters = createLoader(upsellFilters);

/** The operation's query, the same on the server and in the browser, so that both speak of one cache entry. */
export function toQuery(filters: UpsellFilters, extensions: boolean) {
  const { search, status, sort, order } = filters;
  if (!extensions) return toPage(filters);
  return { ...toPage(filters), sort, order, ...(search && { search }), ...(status && { status }) };
}

/** What of it says which offers are meant, and not in which order or on which page they stand. */
export function toFilter({ search, status }: UpsellFilters, extensions: boolean): { search?: string; status?: string } {
  return extensions ? { ...(search && { search }), ...(status && { status }) } : {};
}

/** The products that a page of offers names. */
export function productIdsOf(offers: readonly Upsell[] = []): (string | undefined)[] {
  return offers.flatMap(({ product_id, trigger_products = [] }) => [product_id, ...trigger_products.slice(0, 1)]);
}
