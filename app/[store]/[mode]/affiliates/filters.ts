import { createLoader, type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { pageFilters, sortFilters, toPage } from "@/components/lists/table-address";
import { affiliateSorts, type affiliateStatuses } from "@/lib/contract/affiliate/affiliate-words";

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
type AnyStatus = (typeof affiliateStatuses)[number];

export function toQuery(filters: AffiliateFilters) {
  const { search, status, created_after, sort, order } = filters;
  return {
    ...toPage(filters),
    sort,
    order,
    ...(search && { search }),
    ...(status && { status: status as AnyStatus }),
    ...(created_after && { created_after }),
  };
}

/** Another API may use another status for waiting applications. */
export const applicationFilters = { status: parseAsString.withDefault("pending") };

export const applicationsQuery = (status: string) =>
  ({
    status: status as AnyStatus,
    per_page: 50,
    sort: "created_at",
    order: "asc",
  }) as const;

/** What these people wrote on the public page. */
export const applicantsQuery = (rows: readonly { id: string }[]) => ({ affiliates: rows.map(({ id }) => id).join() });

export const tabs = ["overview", "profile", "orders", "commissions", "payouts", "links"] as const;

export const recordFilters = { ...pageFilters, tab: parseAsStringLiteral(tabs).withDefault("overview") };
