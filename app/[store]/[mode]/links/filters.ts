import { createLoader, type inferParserType, parseAsString } from "nuqs/server";
import { parseAsDay } from "@/components/figures/day-address";
import { pageFilters, sortFilters, toPage } from "@/components/lists/table-address";
import { linkSorts, type linkStatuses } from "@/lib/contract/affiliate/link-words";

export const linkFilters = {
  status: parseAsString.withDefault(""),
  affiliate: parseAsString.withDefault(""),
  created_after: parseAsDay,
  ...sortFilters(linkSorts),
  ...pageFilters,
};

export type LinkFilters = inferParserType<typeof linkFilters>;

export const loadLinkFilters = createLoader(linkFilters);

export function toQuery(filters: LinkFilters, extensions: boolean) {
  const { status, affiliate, created_after, sort, order } = filters;
  return {
    ...toPage(filters),
    // The specification shows only this sort field and no filter by affiliate.
    sort: extensions ? sort : ("created_at" as const),
    order,
    // Another API may have other statuses and validates them itself.
    ...(status && { status: status as (typeof linkStatuses)[number] }),
    ...(created_after && { created_after }),
    ...(extensions && affiliate && { affiliate_id: affiliate }),
  };
}
