import {
  createLoader,
  type inferParserType,
  parseAsArrayOf,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { upsellSorts } from "@/lib/contract/checkout/upsell-words";
import type { Upsell } from "@/lib/contract/checkout/upsells";

/** What the address of the list holds; each part is left out while it says nothing. */
export const upsellFilters = {
  search: parseAsString.withDefault(""),
  status: parseAsString.withDefault(""),
  sort: parseAsStringLiteral(upsellSorts).withDefault("created_at"),
  order: parseAsStringLiteral(["asc", "desc"] as const).withDefault("desc"),
  page: parseAsInteger.withDefault(1),
  per_page: parseAsInteger.withDefault(25),
  hide: parseAsArrayOf(parseAsString).withDefault([]),
};

export type UpsellFilters = inferParserType<typeof upsellFilters>;

export const loadUpsellFilters = createLoader(upsellFilters);

/** The operation's query, the same on the server and in the browser, so that both speak of one cache entry. */
export function toQuery({ search, status, sort, order, page, per_page }: UpsellFilters, extensions: boolean) {
  const paging = { page: Math.max(1, page), per_page: Math.min(100, Math.max(1, per_page)) };
  if (!extensions) return paging;
  return { ...paging, sort, order, ...(search && { search }), ...(status && { status }) };
}

/** What of it says which offers are meant, and not in which order or on which page they stand. */
export function toFilter({ search, status }: UpsellFilters, extensions: boolean): { search?: string; status?: string } {
  return extensions ? { ...(search && { search }), ...(status && { status }) } : {};
}

/** The products that a page of offers names. */
export function productIdsOf(offers: readonly Upsell[] = []): (string | undefined)[] {
  return offers.flatMap(({ product_id, trigger_products = [] }) => [product_id, ...trigger_products.slice(0, 1)]);
}
