import { createLoader, type inferParserType, parseAsString } from "nuqs/server";
import { parseAsDay } from "@/components/day-address";
import { pageFilters, sortFilters, toPage } from "@/components/table-address";
import { linkSorts, type linkStatuses } from "@/lib/contract/affiliate/link-words";

/** What the address of the list holds; each part is left out while it says nothing. */
export const linkFilters = {
  status: parseAsString.withDefault(""),
  affiliate: parseAsString.withDefault(""),
  created_after: parseAsDay,
  ...sortFilters(linkSorts),
  ...pageFilters,
};

export type LinkFilters = inferParserType<typeof linkFilters>;

export const loadLinkFilters = createLoader(linkFilters);

/** The operation's query, the same on the server and in the browser, so that both speak of one cache entry. */
export function toQuery(filters: LinkFilters, extensions: boolean) {
  const { status, affiliate, created_after, sort, order } = filters;
  return {
    ...toPage(filters),
    // The specification shows no other field to sort by than this one, and no filter by affiliate.
    sort: extensions ? sort : ("created_at" as const),
    order,
    // Another API may have words of its own: it judges them.
    ...(status && { status: status as (typeof linkStatuses)[number] }),
    ...(created_after && { created_after }),
    ...(extensions && affiliate && { affiliate_id: affiliate }),
  };
}
