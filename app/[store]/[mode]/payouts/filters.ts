import {
  createLoader,
  type inferParserType,
  parseAsBoolean,
  parseAsInteger,
  parseAsNativeArrayOf,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { pageFilters, sortFilters, toPage } from "@/components/lists/table-address";
import { payoutSorts } from "@/lib/contract/affiliate/payout-words";
import { payoutStates } from "@/lib/contract/desk/payout-words";

/** `ours` are the payouts that were requested in Cartwright. */
const payoutViews = ["api", "ours"] as const;
export const entryStates = ["open", ...payoutStates] as const;

export const payoutFilters = {
  view: parseAsStringLiteral(payoutViews).withDefault("api"),
  status: parseAsString.withDefault(""),
  since: parseAsString.withDefault(""),
  affiliate: parseAsString.withDefault(""),
  state: parseAsStringLiteral(entryStates),
  batch: parseAsString.withDefault(""),
  ...sortFilters(payoutSorts),
  ...pageFilters,
};

export type PayoutFilters = inferParserType<typeof payoutFilters>;

export const loadPayoutFilters = createLoader(payoutFilters);

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

export function toPayoutQuery(filters: PayoutFilters) {
  const { status, since, affiliate, sort, order } = filters;
  return {
    ...toPage(filters),
    sort,
    order,
    ...(status && { status: status as "paid" }),
    ...(isDay(since) && { created_after: since }),
    ...(affiliate && { affiliate_id: affiliate }),
  };
}

export function toEntryQuery(filters: PayoutFilters) {
  const { affiliate, batch, state } = filters;
  return { ...toPage(filters), ...(state && { state }), ...(affiliate && { affiliate }), ...(batch && { batch }) };
}

export const parts = ["payable", "blocked", "excluded"] as const;

/** Selected payouts are not in the address, because nobody should pay without having looked at the list. */
export const payFilters = {
  /** An empty list stands for everybody who is owed something. */
  affiliate: parseAsNativeArrayOf(parseAsString),
  part: parseAsStringLiteral(parts),
  warnings: parseAsBoolean.withDefault(false),
  ...pageFilters,
  per_page: parseAsInteger.withDefault(50),
};

export const loadPayFilters = createLoader(payFilters);

export const previewOf = (affiliates: readonly string[]) =>
  affiliates.length > 0 ? { affiliates: [...affiliates] } : {};
