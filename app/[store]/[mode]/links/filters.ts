import { createLoader, type inferParserType, parseAsInteger, parseAsString } from "nuqs/server";
import { pageFilters, parseAsDay, sortFilters, toPage } from "@/components/lists/table-address";
import type { Desk } from "@/lib/api/desk";
import { linkSorts, type linkStatuses } from "@/lib/contract/affiliate/link-words";
import type { Link } from "@/lib/contract/affiliate/links";

export const linkFilters = {
  status: parseAsString.withDefault(""),
  affiliate: parseAsString.withDefault(""),
  created_after: parseAsDay,
  ...sortFilters(linkSorts),
  ...pageFilters,
};

export type LinkFilters = inferParserType<typeof linkFilters>;

export const loadLinkFilters = createLoader(linkFilters);

export function toQuery(filters: LinkFilters) {
  const { status, affiliate, created_after, sort, order } = filters;
  return {
    ...toPage(filters),
    sort,
    order,
    // Another API may have other statuses and validates them itself.
    ...(status && { status: status as (typeof linkStatuses)[number] }),
    ...(created_after && { created_after }),
    ...(affiliate && { affiliate_id: affiliate }),
  };
}

type Apis = Pick<Desk, "affiliate">;

const shown = 10;

export const linkPages = { orders_page: parseAsInteger.withDefault(1) };
export const loadLinkPages = createLoader(linkPages);

export const clicksOf = ({ affiliate }: Apis, id: string) =>
  affiliate.analytics.clicks.options({ query: { link_id: id, per_page: shown } });

export const ordersOf = ({ affiliate }: Apis, { id, affiliate_id }: Pick<Link, "id" | "affiliate_id">, page = 1) =>
  affiliate.orders.list.options({ query: { link_id: id, affiliate_id, page: Math.max(1, page), per_page: shown } });
