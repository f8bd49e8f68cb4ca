import "server-only";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import type { Sentence } from "../../contract/errors.ts";
import { toUnits } from "../../money.ts";
import { sentence } from "../../sentences.ts";
import { isMarked, marksIn } from "./payout-ids-in-text.ts";

export type Wanted = {
  /** The dashboard's id of the payout, which is also the mark in the request. */
  id: string;
  affiliateId: string;
  amount: number;
  currency: string;
  commissions: ReadonlySet<string>;
  /** Payouts that existed before the first sending, and payouts that belong to other rows of ours. */
  before: ReadonlySet<string>;
  taken: ReadonlySet<string>;
  otherAffiliates: ReadonlySet<string>;
  otherCommissions: ReadonlySet<string>;
  /** Whether another payout of unknown outcome would look the same without a mark. */
  twin: boolean;
  /** Whether the list is known to show payouts like ours. */
  shows: boolean;
};

export type PayoutMatch =
  | { state: "made"; payout: Payout }
  | { state: "absent" }
  /** Some payouts may be ours, but none of them certainly is; `why` says the reason. */
  | { state: "unclear"; why: Sentence; candidates: Payout[] };

/**
 * Our payout carries our mark, or has exactly our commissions, or is the only new one of this affiliate and amount. It
 * is not absent while any payout may be ours. Times are ignored: another machine's clock must not make us pay twice.
 */
export function matchPayout(wanted: Wanted, payouts: readonly Payout[], complete: boolean): PayoutMatch {
  const marked = payouts.filter((row) => isMarked(row, wanted.id));
  if (marked.length > 1) return unclear(sentence("lookUpTwice"), marked);
  if (marked[0]) {
    if (wanted.taken.has(marked[0].id)) return unclear(sentence("lookUpTaken"), marked);
    return { state: "made", payout: marked[0] };
  }
  const possible = payouts.filter((row) => mayBe(wanted, row));
  const exact = possible.filter((row) => hasSame(wanted, row));
  if (exact.length > 1) return unclear(sentence("lookUpCommissions"), exact);
  if (exact[0]) return { state: "made", payout: exact[0] };
  if (!complete) return unclear(sentence("lookUpIncomplete"), possible);
  if (possible.length > 1) return unclear(sentence("lookUpMany"), possible);
  const [only] = possible;
  if (!only) {
    if (wanted.shows) return { state: "absent" };
    return unclear(sentence("lookUpNone"), []);
  }
  if (wanted.twin) return unclear(sentence("lookUpTwin"), possible);
  return isAlike(wanted, only) ? { state: "made", payout: only } : unclear(sentence("lookUpUnmarked"), possible);
}

const unclear = (why: Sentence, candidates: Payout[]): PayoutMatch => ({ state: "unclear", why, candidates });

/** Excludes only what is certainly another payout: an API may write ids and amounts in its own way. */
function mayBe(wanted: Wanted, row: Payout): boolean {
  if (isOld(wanted, row) || marksIn(row).size > 0) return false;
  if (row.affiliate_id !== undefined && wanted.otherAffiliates.has(row.affiliate_id)) return false;
  if (isOtherCurrency(row.currency, wanted.currency)) return false;
  const ids = row.commission_ids ?? [];
  return ids.some((id) => wanted.commissions.has(id)) || !ids.some((id) => wanted.otherCommissions.has(id));
}

export const isOld = ({ before, taken }: Pick<Wanted, "before" | "taken">, { id }: Payout) =>
  before.has(id) || taken.has(id);

const code = /^[A-Z]{3}$/;
function isOtherCurrency(theirs = "", ours: string): boolean {
  const [a, b] = [theirs.toUpperCase(), ours.toUpperCase()];
  return code.test(a) && code.test(b) && a !== b;
}

function hasSame({ commissions }: Wanted, { commission_ids: ids = [] }: Payout): boolean {
  return commissions.size > 0 && new Set(ids).size === commissions.size && ids.every((id) => commissions.has(id));
}

/** A payout that lists its commissions would have been recognised by them. */
function isAlike({ affiliateId, amount }: Wanted, row: Payout): boolean {
  const silent = (row.commission_ids ?? []).length === 0;
  return silent && row.affiliate_id === affiliateId && toUnits(row.amount) === toUnits(amount);
}
