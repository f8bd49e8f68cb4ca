import { createLoader, parseAsInteger } from "nuqs/server";
import type { Desk } from "@/lib/api/desk";
import type { Link } from "@/lib/contract/affiliate/links";

type Apis = Pick<Desk, "affiliate">;

const shown = 10;

export const linkPages = { orders_page: parseAsInteger.withDefault(1) };
export const loadLinkPages = createLoader(linkPages);

export const clicksOf = ({ affiliate }: Apis, id: string) =>
  affiliate.analytics.clicks.options({ query: { link_id: id, per_page: shown } });

export const ordersOf = ({ affiliate }: Apis, { id, affiliate_id }: Pick<Link, "id" | "affiliate_id">, page = 1) =>
  affiliate.orders.list.options({ query: { link_id: id, affiliate_id, page: Math.max(1, page), per_page: shown } });
