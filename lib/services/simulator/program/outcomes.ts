import type { orderRefund } from "../../../database/schema/affiliate-sales.ts";
import { leftToEarn } from "../../affiliate/adjust-commissions.ts";
import type { CommissionRow } from "../../affiliate/sums-of-records.ts";
import type { Ids } from "../random.ts";
import { dayMs, hour } from "../time.ts";
import { byHand, type SimulatedSale } from "./arrivals.ts";

export type RefundRow = typeof orderRefund.$inferSelect;

export type Happening = { at: number; act: () => void };
export type Books = { refunds: RefundRow[]; clawbacks: CommissionRow[] };

/** Reviews happen after some days, refunds within weeks and sometimes after the payout. */
export function happeningsOf(sale: SimulatedSale, books: Books, ids: Ids): Happening[] {
  const { draft, order, commission } = sale;
  const { random, at, fate } = draft;
  const all: Happening[] = [];
  if (fate === "cancelled") {
    const when = at + random.between(1, 18) * hour;
    all.push({ at: when, act: () => cancel(sale, new Date(when)) });
  }
  if (fate === "refunded") {
    const late = random.chance(0.3);
    const when = at + Math.floor((late ? 38 + random.next() * 30 : 1 + random.next() * 18) * dayMs);
    const whole = random.chance(0.35);
    const line = random.pick(order.lineItems).unit_price;
    const amount = whole ? order.total : Math.min(order.total, line);
    all.push({ at: when, act: () => refund(sale, books, ids, when, amount) });
  }
  if (commission) {
    const when = commission.createdAt.getTime() + Math.floor((3 + random.next() * 11) * dayMs);
    const luck = random.next();
    all.push({ at: when, act: () => review(sale, when, luck) });
  }
  return all;
}

function cancel(sale: SimulatedSale, at: Date): void {
  Object.assign(sale.order, { status: "cancelled", updatedAt: at });
  shrink(sale, at);
}

function refund(sale: SimulatedSale, books: Books, ids: Ids, when: number, amount: number): void {
  const { order, commission } = sale;
  const at = new Date(when);
  const externalId = `R-${order.externalId}`;
  const told = { parts: null, chargeback: false, createdAt: at, receivedAt: at };
  books.refunds.push({ tenantId: 0, orderId: order.id, externalId, amount, ...told });
  const status = amount < order.total ? "partially_refunded" : "refunded";
  Object.assign(order, { refundedAmount: amount, status, updatedAt: at });
  if (!commission || commission.status === "rejected") return;
  if (commission.payoutId === null) shrink(sale, at);
  else clawBack(commission, sale, books, ids, at);
}

function shrink({ order, commission }: SimulatedSale, at: Date): void {
  if (!commission || commission.status === "rejected") return;
  Object.assign(commission, leftToEarn(order, commission, []), { updatedAt: at });
}

function clawBack(paid: CommissionRow, { order }: SimulatedSale, books: Books, ids: Ids, at: Date): void {
  const left = leftToEarn(order, paid, [paid]);
  if (left.amount === 0) return;
  books.clawbacks.push({
    ...paid,
    ...left,
    id: ids.next("com", at.getTime()),
    type: "clawback",
    status: "approved",
    eligibleAt: at,
    reviewedAt: at,
    reviewedBy: null,
    reverses: paid.id,
    payoutId: null,
    flags: [],
    createdAt: at,
    updatedAt: at,
  });
}

function review({ order, commission }: SimulatedSale, when: number, luck: number): void {
  if (!commission) return;
  const reason = faultOf(order.status, commission, luck);
  if (reason === "wait") return;
  const at = new Date(when);
  const verdict = reason === null ? { status: "approved" } : { status: "rejected", rejectionReason: reason };
  Object.assign(commission, { ...verdict, reviewedAt: at, reviewedBy: byHand, updatedAt: at });
}

const doubts: Record<string, { wait: number; reject: number; reason: string }> = {
  self_referral: { wait: 0.15, reject: 0.7, reason: "self_referral" },
  duplicate_order_number: { wait: 0.2, reject: 0.5, reason: "duplicate" },
  shared_ip: { wait: 0.15, reject: 0.35, reason: "fraud" },
  click_spike: { wait: 0.3, reject: 0.3, reason: "paid_ads_violation" },
  fast_conversion: { wait: 0.2, reject: 0.25, reason: "tracking_error" },
  coupon_without_click: { wait: 0.02, reject: 0.08, reason: "coupon_leak" },
};

function faultOf(status: string, { flags }: CommissionRow, luck: number): string | null {
  if (status === "cancelled") return "order_cancelled";
  if (status === "refunded") return "refunded";
  for (const { code } of flags) {
    const doubt = doubts[code];
    if (!doubt) continue;
    if (luck < doubt.wait) return "wait";
    if (luck < doubt.wait + doubt.reject) return doubt.reason;
  }
  return luck > 0.995 ? "wait" : luck > 0.985 ? "ineligible_affiliate" : luck > 0.98 ? "other" : null;
}
