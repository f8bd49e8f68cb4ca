import type { payoutCommission } from "../../../database/schema/affiliate-money.ts";
import type { CommissionRow, PayoutRow } from "../../affiliate/sums-of-records.ts";
import type { Calendar } from "../calendar.ts";
import type { Ids } from "../random.ts";
import { Random } from "../random.ts";
import { dayMs, hour } from "../time.ts";
import type { SimulatedMember } from "./members.ts";
import type { Happening } from "./outcomes.ts";

type Reserved = typeof payoutCommission.$inferSelect;
export type Paid = { payouts: PayoutRow[]; reserved: Reserved[] };

const payoutCount = 400;
const runs = 11;

type Run = { at: number; upTo: number; isLast: boolean };

/** A run every thirty days, the last one some days ago. Later runs pay more affiliates. */
export function runTimes({ now, share }: Calendar): Run[] {
  const weights = Array.from({ length: runs }, (_, n) => n + 2);
  const sum = weights.reduce((all, weight) => all + weight, 0);
  // A small program has relatively more payouts, so that some of them fail.
  const count = Math.round(payoutCount * Math.sqrt(share));
  let passed = 0;
  return weights.map((weight, n) => {
    passed += weight;
    const at = now - 3 * dayMs - 5 * hour - (runs - 1 - n) * 30 * dayMs;
    return { at, upTo: Math.round((passed / sum) * count), isLast: n === runs - 1 };
  });
}

type Facts = { calendar: Calendar; ids: Ids; members: readonly SimulatedMember[] };

export function pay(
  commissions: readonly CommissionRow[],
  books: Paid,
  { at: time, upTo, isLast }: Run,
  { calendar, ids, members }: Facts,
): Happening[] {
  const { now, seed } = calendar;
  const owners = new Map(members.map((member) => [member.row.id, member]));
  const payable = commissions.filter(
    ({ status, payoutId, eligibleAt }) => status === "approved" && payoutId === null && eligibleAt.getTime() <= time,
  );
  const groups = [...Map.groupBy(payable, ({ affiliateId, currency }) => `${affiliateId} ${currency}`).values()]
    .map((rows) => ({ rows, amount: rows.reduce((sum, { amount }) => sum + amount, 0) }))
    .filter(({ amount }) => amount > 0)
    .toSorted((a, b) => b.amount - a.amount || (a.rows[0]?.id ?? "").localeCompare(b.rows[0]?.id ?? ""))
    .slice(0, Math.max(0, upTo - books.payouts.length));
  return groups.flatMap(({ rows, amount }, n) => {
    const random = new Random(seed, 906, upTo, n);
    const owner = (owners.get(rows[0]?.affiliateId ?? "") as SimulatedMember).row;
    const made = new Date(time + n * 1000);
    const days = rows.map(({ day }) => day).toSorted();
    const [periodStart, periodEnd] = [days[0] as string, days.at(-1) as string];
    const payout: PayoutRow = {
      tenantId: 0,
      id: ids.next("pay", made.getTime()),
      affiliateId: owner.id,
      amount,
      status: "pending",
      currency: rows[0]?.currency as string,
      method: owner.payoutMethod,
      reference: null,
      note: null,
      periodStart,
      periodEnd,
      paidAt: null,
      failureReason: null,
      failureReasonKey: null,
      returnedAt: null,
      createdAt: made,
      updatedAt: made,
    };
    books.payouts.push(payout);
    const taken = rows.map((row): Reserved => {
      row.payoutId = payout.id;
      return { tenantId: 0, payoutId: payout.id, commissionId: row.id, amount: row.amount, releasedAt: null };
    });
    books.reserved.push(...taken);
    const end = settlement(random, isLast);
    const when = made.getTime() + random.between(4, 50) * hour;
    if (end === "pending" || when > now) return [];
    return [{ at: when, act: () => settle(random, payout, rows, taken, end, new Date(when)) }];
  });
}

type End = PayoutRow["status"];

function settlement(random: Random, isLast: boolean): End {
  const ends = ["pending", "processing", "paid", "failed", "cancelled"] as const;
  return ends[random.weighted(isLast ? [35, 30, 30, 3, 2] : [0, 0, 93, 4, 3])] as End;
}

const failures = ["The account was closed.", "The bank sent it back: name and account do not match.", "Limit reached."];

function settle(random: Random, row: PayoutRow, commissions: CommissionRow[], taken: Reserved[], end: End, at: Date) {
  Object.assign(row, { status: end, updatedAt: at });
  if (end === "processing" || end === "paid") row.reference = `TR-${row.id.slice(-10).toUpperCase()}`;
  if (end === "paid") row.paidAt = at;
  if (end === "failed") row.failureReason = random.pick(failures);
  if (end === "cancelled") row.note = "The affiliate asked to wait.";
  if (end !== "failed" && end !== "cancelled") return;
  for (const reserved of taken) reserved.releasedAt = at;
  for (const commission of commissions) commission.payoutId = null;
}
