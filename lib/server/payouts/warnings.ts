import "server-only";
import { affiliateStatuses } from "../../contract/affiliate/affiliate-words.ts";
import type { Affiliate } from "../../contract/affiliate/affiliates.ts";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import type { PayoutLine } from "../../contract/desk/payouts.ts";
import { fromUnits, toUnits } from "../../money.ts";
import { isUndone, type Ours, type OwedRecords } from "./read-owed.ts";

type Due = {
  id: string;
  currency: string;
  amount: number;
  affiliate: Affiliate | null;
  facts: OwedRecords;
  ours: Ours;
  now: number;
};
type Warnings = PayoutLine["warnings"];

const repeatMs = 30 * 86_400_000;
const unusualTimes = 3;
const usualOf = 12;

export function warningsOf(due: Due): Warnings {
  const { id, affiliate, facts, ours } = due;
  const sent = facts.payouts
    .filter((row) => row.affiliate_id === id && (row.returned_at || !isUndone(row)))
    .sort((a, b) => ((a.created_at ?? "") < (b.created_at ?? "") ? 1 : -1));
  const history = sent.filter((row) => !isUndone(row));
  const status = affiliate?.status;
  const known: readonly string[] = affiliateStatuses;
  const unsettled = ours.unsettled.get(id);
  return [
    ...(sent.length === 0 ? [{ code: "first_payout" as const }] : []),
    ...methodChanged(due, sent),
    ...cameBack(due, sent),
    ...(facts.tellsMethods ? [] : [{ code: "method_unknown" as const }]),
    ...(status !== undefined && !known.includes(status) ? [{ code: "status_unknown" as const, now: status }] : []),
    ...unusual(due, history),
    ...repeated(due, history),
    ...unlisted(due, history),
    ...(unsettled === undefined ? [] : [{ code: "unsettled" as const, payout: unsettled }]),
  ];
}

function methodChanged({ id, affiliate, ours }: Due, sent: Payout[]): Warnings {
  const { payout_method: method = null, payout_email: email = null } = affiliate ?? {};
  const stored = ours.details.get(id);
  const last = ours.last.get(id);
  if (stored && last && stored.since > last.createdAt)
    return [{ code: "method_changed", was: null, now: stored.masked }];
  const was = sent.find((row) => typeof row.method === "string")?.method;
  if (was && method && was !== method) return [{ code: "method_changed", was, now: method }];
  if (last?.payoutEmail && last.payoutEmail !== email) {
    return [{ code: "method_changed", was: last.payoutEmail, now: email }];
  }
  return [];
}

function cameBack(due: Due, sent: Payout[]): Warnings {
  const { id, returned_at: at } = sent[0] ?? {};
  if (!id || !at) return [];
  const stored = due.ours.details.get(due.id);
  const changed = stored ? stored.since > new Date(at) : methodChanged(due, sent).length > 0;
  return changed ? [] : [{ code: "returned", payout: id, at }];
}

/** Compares with the median, which a single large payout does not change. */
function unusual({ currency, amount }: Due, history: Payout[]): Warnings {
  const before = history
    .filter((row) => row.currency === currency)
    .flatMap((row) => toUnits(row.amount) ?? [])
    .slice(0, usualOf)
    .sort((a, b) => a - b);
  const usual = before[Math.floor((before.length - 1) / 2)];
  if (usual === undefined || (toUnits(amount) ?? 0) <= unusualTimes * usual) return [];
  return [{ code: "unusual", amount: fromUnits(usual), count: before.length }];
}

/** A payout with an unknown time or currency counts as a possible repetition. */
function repeated({ currency, amount, now }: Due, history: Payout[]): Warnings {
  const same = history.find((row) => {
    const at = Date.parse(row.created_at ?? row.paid_at ?? "");
    return row.amount === amount && (row.currency ?? currency) === currency && !(at < now - repeatMs);
  });
  return same ? [{ code: "repeated", payout: same.id, ...timeOf(same) }] : [];
}

/** A payout from elsewhere without commission ids may have paid any of these. */
function unlisted({ currency, ours }: Due, history: Payout[]): Warnings {
  const silent = history.filter(
    (row) =>
      (row.commission_ids ?? []).length === 0 && !ours.made.has(row.id) && (row.currency ?? currency) === currency,
  );
  return silent.length > 0 ? [{ code: "unlisted", count: silent.length, payout: silent[0]?.id as string }] : [];
}

function timeOf({ created_at, paid_at }: Payout): { at?: string } {
  const at = Date.parse(created_at ?? paid_at ?? "");
  return Number.isFinite(at) ? { at: new Date(at).toISOString() } : {};
}
