import type { CommissionRow } from "../../affiliate/sums-of-records.ts";
import type { Calendar } from "../calendar.ts";
import { priceIn } from "../products.ts";
import { Random } from "../random.ts";
import { dayMs, hour } from "../time.ts";
import { type ArrivalFacts, type Arrivals, byHand } from "./arrivals.ts";
import { type Happening, happeningsOf, type RefundRow } from "./outcomes.ts";
import { type Paid, pay, runTimes } from "./payouts.ts";

export type Aftermath = Paid & { refunds: RefundRow[]; commissions: CommissionRow[] };

export function makeAftermath(arrivals: Arrivals, calendar: Calendar, facts: ArrivalFacts): Aftermath {
  const { ids } = facts;
  const refunds: RefundRow[] = [];
  const clawbacks: CommissionRow[] = [];
  const bonuses = makeBonuses(calendar, facts);
  const sold = arrivals.sales.flatMap(({ commission }) => commission ?? []);
  const paid: Paid = { payouts: [], reserved: [] };
  const agenda = arrivals.sales.flatMap((sale) => happeningsOf(sale, { refunds, clawbacks }, ids));
  for (const run of runTimes(calendar)) {
    const act = () => {
      const earned = [...sold, ...clawbacks, ...bonuses.filter(({ createdAt }) => createdAt.getTime() <= run.at)];
      insert(agenda, pay(earned, paid, run, { calendar, ids, members: facts.members }));
    };
    agenda.push({ at: run.at, act });
  }
  agenda.sort(later);
  for (let next = agenda.pop(); next && next.at <= calendar.now; next = agenda.pop()) next.act();
  return { ...paid, refunds, commissions: [...sold, ...arrivals.voided, ...clawbacks, ...bonuses] };
}

/** Sorts the next happening last, where `pop` takes it. */
const later = (a: Happening, b: Happening) => b.at - a.at;

function insert(agenda: Happening[], more: Happening[]): void {
  if (more.length === 0) return;
  agenda.push(...more);
  agenda.sort(later);
}

const count = 30;

function makeBonuses({ days, seed, now }: Calendar, { ids, members }: ArrivalFacts): CommissionRow[] {
  return Array.from({ length: count }, (_, n): CommissionRow[] => {
    const random = new Random(seed, 907, n);
    const day = days[Math.floor(((n + 0.5) / count) * days.length)] as (typeof days)[number];
    const at = new Date(Math.min(now, day.start + 10 * hour));
    const able = members.filter(({ from, until }) => from <= at.getTime() && at.getTime() < until);
    if (able.length === 0) return [];
    const { row } = random.pick(able);
    const [type, note] = random.chance(0.7)
      ? (["bonus", "Most new customers of the month."] as const)
      : (["adjustment", "A rounding difference of last year’s payout."] as const);
    const amount = priceIn(row.currency, type === "bonus" ? random.pick([1500, 2500, 5000]) : random.between(20, 300));
    return [
      {
        tenantId: 0,
        id: ids.next("com", at.getTime()),
        affiliateId: row.id,
        orderId: null,
        attribution: null,
        amount,
        saleAmount: null,
        rate: null,
        rateType: null,
        currency: row.currency,
        type,
        arithmetic: null,
        status: "approved",
        products: {},
        eligibleAt: new Date(at.getTime() + dayMs),
        flags: [],
        payoutId: null,
        bonus: null,
        clearsAt: null,
        reviewedAt: at,
        reviewedBy: byHand,
        rejectionReason: null,
        note,
        noteKey: null,
        reverses: null,
        day: day.day,
        createdAt: at,
        updatedAt: at,
      },
    ];
  }).flat();
}
