import "server-only";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import { toUnits } from "./amounts.ts";

/** What is known of a payout of ours that may have been made. */
export type Wanted = {
  /** Its mark. */
  id: string;
  affiliateId: string;
  amount: number;
  currency: string;
  commissions: readonly string[];
  baseline: readonly string[];
  /** Payouts of the API that are others of ours. */
  taken: ReadonlySet<string>;
  /** Whether another of ours, of unknown outcome too, would look the same where no mark is told. */
  twin: boolean;
};

export type Match =
  | { state: "made"; payout: Payout }
  | { state: "absent" }
  /** Some that may be it, and why none of them certainly is. */
  | { state: "unclear"; why: string; candidates: Payout[] };

export const markPattern = /cwpo_[0-9a-f]{20}/g;

/** Every mark that stands anywhere in a record, whatever its fields are called. */
export function marksIn(record: unknown): Set<string> {
  return new Set(JSON.stringify(record).match(markPattern) ?? []);
}

export const isMarked = (record: unknown, id: string): boolean => marksIn(record).has(id);

/**
 * Which of the API's payouts is ours: the one that carries our mark, or else pays exactly our commissions, or else is the
 * only new one of this affiliate and this amount. A field that is not told contradicts nothing and proves nothing. Times
 * are not looked at: another machine's clock must not be what makes us pay twice.
 */
export function matchPayout(wanted: Wanted, payouts: readonly Payout[], complete: boolean): Match {
  const marked = payouts.filter((row) => isMarked(row, wanted.id));
  if (marked.length > 1) return unclear("More than one payout carries its reference.", marked);
  if (marked[0]) {
    if (wanted.taken.has(marked[0].id)) return unclear("The payout with its reference is another one's.", marked);
    return { state: "made", payout: marked[0] };
  }
  const possible = payouts.filter((row) => mayBe(wanted, row));
  const exact = possible.filter((row) => sameCommissions(wanted, row) === true);
  if (exact.length > 1) return unclear("More than one payout has its commissions.", exact);
  if (exact[0]) return { state: "made", payout: exact[0] };
  const partly = possible.filter((row) => sameCommissions(wanted, row) === null);
  if (partly.length > 0) return unclear("A payout has some of its commissions and not all.", partly);
  if (possible.length === 0) {
    return complete ? { state: "absent" } : unclear("The list of payouts could not be read to its end.", []);
  }
  if (possible.length > 1) return unclear("More than one payout could be it.", possible);
  const [only] = possible as [Payout];
  if (wanted.twin) return unclear("Another payout of unknown outcome looks the same.", possible);
  if (only.affiliate_id === undefined || only.amount === undefined) {
    return unclear("A payout could be it, and does not say enough.", possible);
  }
  if (!complete) return unclear("The list of payouts could not be read to its end.", possible);
  return { state: "made", payout: only };
}

const unclear = (why: string, candidates: Payout[]): Match => ({ state: "unclear", why, candidates });

function mayBe(wanted: Wanted, row: Payout): boolean {
  if (wanted.baseline.includes(row.id) || wanted.taken.has(row.id)) return false;
  if (marksIn(row).size > 0) return false;
  if (row.affiliate_id !== undefined && row.affiliate_id !== wanted.affiliateId) return false;
  if (row.currency !== undefined && row.currency !== wanted.currency) return false;
  const same = sameCommissions(wanted, row);
  // Another amount for commissions of ours is still about ours.
  if (same === null) return true;
  if (same === false) return false;
  return same === true || row.amount === undefined || toUnits(row.amount) === toUnits(wanted.amount);
}

/** Whether it has the same ones: undefined where it does not say, null where it has some of them. */
function sameCommissions({ commissions }: Wanted, { commission_ids: told = [] }: Payout): boolean | null | undefined {
  if (told.length === 0) return undefined;
  const shared = told.filter((id) => commissions.includes(id)).length;
  if (shared === 0) return false;
  return shared === commissions.length && told.length === commissions.length ? true : null;
}
