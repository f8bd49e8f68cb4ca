import { createLoader, type inferParserType, parseAsString } from "nuqs/server";
import { pageFilters, sortFilters, toPage } from "@/components/table-address";
import { affiliateSorts, type affiliateStatuses } from "@/lib/contract/affiliate/affiliate-words";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";

/** What the address of the list holds; each part is left out while it says nothing. */
export const affiliateFilters = {
  search: parseAsString.withDefault(""),
  status: parseAsString.withDefault(""),
  created_after: parseAsString.withDefault(""),
  ...sortFilters(affiliateSorts),
  ...pageFilters,
};

export type AffiliateFilters = inferParserType<typeof affiliateFilters>;

export const loadAffiliateFilters = createLoader(affiliateFilters);

/** Another API has statuses of its own, so any word goes. */
export type AnyStatus = (typeof affiliateStatuses)[number];

/** The operation's query, the same on the server and in the browser, so that both speak of one cache entry. */
export function toQuery(filters: AffiliateFilters, extensions: boolean) {
  const { search, status, created_after, sort, order } = filters;
  return {
    ...toPage(filters),
    sort,
    order,
    ...(extensions && search && { search }),
    ...(status && { status: status as AnyStatus }),
    ...(created_after && { created_after }),
  };
}

/** Statuses to choose from: those that are known, and those that were met. */
export function statusesAmong(rows: readonly Pick<Affiliate, "status">[] = [], known: readonly string[], chosen = "") {
  const met = rows.flatMap(({ status }) => status ?? []);
  return [...new Set([...known, ...met, ...(chosen ? [chosen] : [])])];
}
