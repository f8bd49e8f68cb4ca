import { createLoader, type inferParserType, parseAsString } from "nuqs/server";
import { pageFilters, sortFilters, toPage } from "@/components/table-address";
import { affiliateSorts, type affiliateStatuses } from "@/lib/contract/affiliate/affiliate-words";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";

/** The URL parameters of the list. Default values are left out. */
export const affiliateFilters = {
  search: parseAsString.withDefault(""),
  status: parseAsString.withDefault(""),
  created_after: parseAsString.withDefault(""),
  ...sortFilters(affiliateSorts),
  ...pageFilters,
};

export type AffiliateFilters = inferParserType<typeof affiliateFilters>;

export const loadAffiliateFilters = createLoader(affiliateFilters);

/** Another API may have other statuses, so any word is accepted. */
export type AnyStatus = (typeof affiliateStatuses)[number];

/** The operation's query, equal on the server and in the browser, so that both use the same cache entry. */
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

/** Statuses to choose from: the known ones, and those that occur in the list. */
export function statusesAmong(rows: readonly Pick<Affiliate, "status">[] = [], known: readonly string[], chosen = "") {
  const met = rows.flatMap(({ status }) => status ?? []);
  return [...new Set([...known, ...met, ...(chosen ? [chosen] : [])])];
}
