import "server-only";
import { createHash } from "node:crypto";
import { affiliateStatuses, personName } from "../../contract/affiliate/affiliate-words.ts";
import type { Affiliate } from "../../contract/affiliate/affiliates.ts";
import type { Commission } from "../../contract/affiliate/commissions.ts";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import type { PayoutLine } from "../../contract/desk/payouts.ts";
import { otherFields, readString } from "../../contract/read.ts";
import type { PreviewedLine } from "../../database/schema/desk-payouts.ts";
import { fromUnits, sumOf, toUnits } from "../../money.ts";
import { canonical } from "../memory/audit/chain.ts";
import { plain } from "../work/jobs/stored-message.ts";
import { needsFile, wayOf } from "./batch.ts";
import { isUndone, type Ours, type OwedRecords } from "./read-owed.ts";
import { warningsOf } from "./warnings.ts";

/** `hash`, `parts` and `details` are not sent to the browser; they are compared when a person confirms. */
export type PayableLine = PayoutLine & Pick<PreviewedLine, "hash" | "parts" | "details">;

type Part = { row: Commission; units: number | null };
type Code = PayoutLine["excluded"][number]["code"];

/** The maximum number of commissions in one payout. The specification has no limit; this is our service's. */
const mostCommissions = 1_000;

export function linesOf(facts: OwedRecords, ours: Ours, now: number): PayableLine[] {
  const { commissions, affiliates } = facts;
  const paid = paidBy(facts.payouts);
  const groups = new Map<string, Part[]>();
  for (const row of commissions) {
    const { affiliate_id = "", currency = affiliates.get(affiliate_id)?.currency ?? "" } = row;
    // A commission in an open payout of the dashboard is listed as reserved; a paid one is not listed.
    if (ours.paid.has(row.id) || (!ours.reserved.has(row.id) && isPaid(row, paid))) continue;
    const key = JSON.stringify([affiliate_id, currency]);
    groups.set(key, [...(groups.get(key) ?? []), { row, units: unitsOf(row) }]);
  }
  return [...groups]
    .map(([key, parts]) => {
      const [id, currency] = JSON.parse(key) as [string, string];
      return lineOf({ id, currency, parts, facts, ours, now });
    })
    .sort((a, b) => (a.affiliate_id + a.currency < b.affiliate_id + b.currency ? -1 : 1));
}

export const hashLines = (lines: readonly PayableLine[], affiliateIds: readonly string[] | null): string =>
  digest([
    affiliateIds && [...affiliateIds].sort(),
    ...lines.filter(({ state }) => state === "payable").map(({ hash }) => hash),
  ]);

const digest = (value: unknown) => createHash("sha256").update(canonical(value)).digest("hex");

export function paidBy(payouts: readonly Payout[]) {
  const undone = new Set(payouts.filter(isUndone).map(({ id }) => id));
  const holding = payouts.filter((row) => !isUndone(row)).flatMap(({ commission_ids = [] }) => commission_ids);
  return { undone, commissions: new Set(holding) };
}

export function isPaid({ id, payout_id }: Commission, paid: ReturnType<typeof paidBy>): boolean {
  if (paid.commissions.has(id)) return true;
  return typeof payout_id === "string" && payout_id !== "" && !paid.undone.has(payout_id);
}

export const amountOf = ({ amount }: { amount?: unknown }) => (toUnits(amount) === null ? null : (amount as number));

/** Null if there are no commissions, or if the amount of one is unknown. */
export function sumOfUnits(units: readonly (number | null)[]): number | null {
  const known = units.filter((each) => each !== null);
  return known.length === 0 || known.length < units.length
    ? null
    : fromUnits(known.reduce((sum, each) => sum + each, 0));
}

export const driftOf = (paid: number | null, sum: number | null) =>
  paid === null || sum === null ? null : sumOf([paid, -sum]);

/** A clawback is negative, whatever sign an API uses. */
export function unitsOf({ type, amount }: Commission): number | null {
  const units = toUnits(amount);
  return units !== null && type === "clawback" ? -Math.abs(units) : units;
}

type Group = { id: string; currency: string; parts: Part[]; facts: OwedRecords; ours: Ours; now: number };

function lineOf({ id, currency, parts, facts, ours, now }: Group): PayableLine {
  const affiliate = facts.affiliates.get(id) ?? null;
  const stored = ours.details.get(id);
  const reserved = parts.filter(({ row }) => ours.reserved.has(row.id));
  const free = parts.filter(({ row }) => !ours.reserved.has(row.id));
  const onHold = free.filter(({ row }) => isOnHold(row, now));
  const due = free.filter(({ row }) => !isOnHold(row, now)).sort(takenFirst);
  const taken = due.slice(0, mostCommissions);
  const excluded = [
    ...exclude("on_hold", onHold),
    ...exclude("reserved", reserved),
    ...exclude("too_many", due.slice(mostCommissions)),
  ];
  const units = taken.reduce((sum, part) => sum + (part.units ?? 0), 0);
  const { payout_email: payoutEmail = null } = affiliate ?? {};
  const method = (affiliate?.payout_method || stored?.method) ?? null;
  const details = stored?.id ?? null;
  const name = nameOf(affiliate);
  const payee = { method, payoutEmail, affiliateName: name, currency };
  const way = ours.paysByFile && needsFile(method) ? wayOf(payee, stored, ours.pending.has(id)) : null;
  const blocking = taken.length > 0 ? blockingOf({ affiliate, facts, ours, currency, units, method }, taken, way) : [];
  const minimum = minimumOf(affiliate, currency);
  const small = { amount: fromUnits(units), count: taken.length };
  if (taken.length > 0 && units === 0) excluded.push({ code: "nothing_due", ...small });
  if (units > 0 && units < minimum) excluded.push({ code: "under_minimum", ...small, was: String(fromUnits(minimum)) });
  const isDue = units > 0 && units >= minimum;
  const state = blocking.length > 0 ? "blocked" : isDue ? "payable" : "excluded";
  const of = (positive: boolean) =>
    fromUnits(taken.reduce((sum, { units }) => sum + ((units ?? 0) > 0 === positive ? Math.abs(units ?? 0) : 0), 0));
  const payable = taken.map(({ row, units: own }) => ({
    id: row.id,
    amount: fromUnits(own ?? 0),
    version: versionOf(row),
  }));
  const amount = fromUnits(units);
  return {
    affiliate_id: id,
    name,
    currency,
    state,
    amount,
    earned: of(true),
    taken: of(false),
    commission_ids: payable.map((part) => part.id),
    method,
    payout_email: payoutEmail,
    paid_to: stored?.masked ?? payoutEmail,
    blocking,
    excluded,
    warnings: state === "payable" ? warningsOf({ id, currency, amount, affiliate, facts, ours, now }) : [],
    parts: payable,
    details,
    hash: digest([id, currency, amount, method, payoutEmail, details, affiliate?.status ?? null, payable]),
  };
}

/** Clawbacks first, then the oldest commissions; by id if the API reports no time. */
function takenFirst(a: Part, b: Part): number {
  const sign = Number((a.units ?? 0) > 0) - Number((b.units ?? 0) > 0);
  const at = (part: Part) => `${part.row.created_at ?? ""} ${part.row.id}`;
  return sign || (at(a) < at(b) ? -1 : 1);
}

/** An unreadable time counts as not reached. */
export function isOnHold({ eligible_at }: Commission, now: number): boolean {
  return typeof eligible_at === "string" && !(Date.parse(eligible_at) <= now);
}

function exclude(code: Code, parts: Part[]): PayoutLine["excluded"] {
  if (parts.length === 0) return [];
  const amount = fromUnits(parts.reduce((sum, { units }) => sum + (units ?? 0), 0));
  const until = parts.map(({ row }) => Date.parse(row.eligible_at ?? "")).filter(Number.isFinite);
  const at = code === "on_hold" && until.length > 0 ? { at: new Date(Math.min(...until)).toISOString() } : {};
  return [{ code, amount, count: parts.length, ...at }];
}

/** Our service names the minimum of each currency; another one has one for the affiliate's own currency. */
function minimumOf(affiliate: Affiliate | null, currency: string): number {
  const each = affiliate?.effective_minimum_payouts;
  if (each) return toUnits(each.find((minimum) => minimum.currency === currency)?.amount) ?? 0;
  if (affiliate?.currency !== undefined && affiliate.currency !== currency) return 0;
  return toUnits(affiliate?.minimum_payout) ?? 0;
}

const closed: readonly string[] = affiliateStatuses.filter((status) => status !== "active");
/** Only known words block a payout; an unknown word is shown as a warning. */
export const isClosed = ({ status }: Affiliate) => status !== undefined && closed.includes(status);

type Judged = {
  affiliate: Affiliate | null;
  facts: OwedRecords;
  ours: Ours;
  currency: string;
  units: number;
  method: string | null;
};
type Way = ReturnType<typeof wayOf> | null;

function blockingOf({ affiliate, facts, ours, currency, units, method }: Judged, parts: Part[], way: Way) {
  const blocking: PayoutLine["blocking"] = [];
  const unreadable = parts.filter((part) => part.units === null).length;
  if (unreadable > 0 || currency === "") blocking.push({ code: "unreadable", count: unreadable || parts.length });
  if (units < 0) blocking.push({ code: "negative", amount: fromUnits(units) });
  if (!affiliate) return [...blocking, { code: "gone" as const }];
  if (isClosed(affiliate)) blocking.push({ code: "not_active", now: affiliate.status as string });
  const until = ours.emailHolds.get(affiliate.id);
  if (until) blocking.push({ code: "email_changed", at: until.toISOString() });
  if (facts.tellsMethods && method === null) blocking.push({ code: "no_method" });
  if (typeof way === "string") blocking.push({ code: blockedBy[way], now: method });
  return blocking;
}

const blockedBy = {
  no_details: "no_details",
  unconfirmed: "unconfirmed",
  unreadable: "details_unreadable",
  name: "holder_name",
  bic: "bic_country",
} as const;

function nameOf(affiliate: Affiliate | null): string | null {
  if (!affiliate) return null;
  const { company_name, email } = affiliate;
  const { name } = Object.fromEntries(otherFields(affiliate));
  const label = personName(affiliate) || company_name || readString(name) || email;
  return label ? plain(label).slice(0, 200) : null;
}

function versionOf(row: Commission): string {
  const { status, type, eligible_at, payout_id } = row;
  // The specification has no time of a change, but an API may have one.
  const { updated_at: updatedAt } = Object.fromEntries(otherFields(row));
  return JSON.stringify([status ?? null, type ?? null, eligible_at ?? null, payout_id ?? null, updatedAt ?? null]);
}
