import {
  createLoader,
  type inferParserType,
  parseAsArrayOf,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { payoutSorts } from "@/lib/contract/affiliate/payout-words";
import { payoutStates } from "@/lib/contract/desk/payout-words";

/** The API's payouts, or those that were asked for here. */
const payoutViews = ["api", "ours"] as const;
export const entryStates = ["open", ...payoutStates] as const;

export const payoutFilters = {
  view: parseAsStringLiteral(payoutViews).withDefault("api"),
  status: parseAsString.withDefault(""),
  since: parseAsString.withDefault(""),
  affiliate: parseAsString.withDefault(""),
  state: parseAsString.withDefault(""),
  batch: parseAsString.withDefault(""),
  sort: parseAsStringLiteral(payoutSorts).withDefault("created_at"),
  order: parseAsStringLiteral(["asc", "desc"] as const).withDefault("desc"),
  page: parseAsInteger.withDefault(1),
  per_page: parseAsInteger.withDefault(25),
  hide: parseAsArrayOf(parseAsString).withDefault([]),
};

export type PayoutFilters = inferParserType<typeof payoutFilters>;

export const loadPayoutFilters = createLoader(payoutFilters);

const paging = ({ page, per_page }: PayoutFilters) => ({
  page: Math.max(1, page),
  per_page: Math.min(100, Math.max(1, per_page)),
});
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** The operation's query, the same on the server and in the browser. */
export function toPayoutQuery(filters: PayoutFilters, extensions: boolean) {
  const { status, since, affiliate, sort, order } = filters;
  return {
    ...{ ...paging(filters), sort, order },
    // Another API may have words of its own.
    ...(status && { status: status as "paid" }),
    ...(isDay(since) && { created_after: since }),
    ...(extensions && affiliate && { affiliate_id: affiliate }),
  };
}

export function toEntryQuery(filters: PayoutFilters) {
  const { affiliate, batch } = filters;
  const state = entryStates.find((word) => word === filters.state);
  return { ...paging(filters), ...(state && { state }), ...(affiliate && { affiliate }), ...(batch && { batch }) };
}
