import { commission } from "../../database/schema/affiliate-money.ts";
import type { Transaction } from "../delivery/emit.ts";
import { newId } from "../kernel/ids.ts";
import { commissionFor, type Earner, type Rules } from "./commission-for.ts";
import type { AffiliateRow, CommissionRow, OrderRow } from "./contributions.ts";
import { flagsFor, type Seen, see } from "./flags.ts";
import type { Ledger } from "./ledger.ts";

type Facts = {
  /** The order as it is in the database, attributed and locked by this transaction. */
  order: OrderRow;
  /** Locked by this transaction, so that nobody deletes the affiliate in the meantime. */
  affiliate: AffiliateRow;
  rules: Rules & { hold_days: number };
  /** A rate that a person entered instead of the affiliate's own: percent, or minor units of the order's currency. */
  rate?: { type: "percentage" | "fixed"; value: number } | undefined;
  note?: string | undefined;
};

const dayMs = 86_400_000;

export function byHand(rate: Facts["rate"], { currency }: OrderRow): Earner | undefined {
  return rate && { commissionType: rate.type, commissionRate: rate.value, currency };
}

export const eligibleAt = ({ createdAt }: OrderRow, { hold_days }: { hold_days: number }) =>
  new Date(createdAt.getTime() + hold_days * dayMs);

/** The columns of a new commission, which are computed without the database. */
export function saleOf({ order, affiliate, rules, rate }: Omit<Facts, "note">, seen: Seen) {
  const { amount, arithmetic, products } = commissionFor(order, byHand(rate, order) ?? affiliate, rules);
  return {
    tenantId: order.tenantId,
    affiliateId: affiliate.id,
    orderId: order.id,
    attribution: order.attribution,
    amount,
    saleAmount: arithmetic.base,
    rate: arithmetic.rate ?? null,
    rateType: arithmetic.rate_type ?? null,
    currency: order.currency,
    type: "sale" as const,
    status: "pending" as const,
    arithmetic,
    products,
    eligibleAt: eligibleAt(order, rules),
    flags: flagsFor(seen),
    day: order.day,
  };
}

export async function createCommission(
  tx: Transaction,
  ledger: Ledger,
  { note, ...facts }: Facts,
): Promise<CommissionRow> {
  const { order, affiliate } = facts;
  if (order.affiliateId !== affiliate.id) throw new Error(`Order ${order.id} is not ${affiliate.id}'s.`);
  const [row] = (await tx
    .insert(commission)
    .values({ ...saleOf(facts, await see(tx, order, affiliate)), id: newId("com"), note })
    .returning()) as [CommissionRow];
  ledger.commission(null, row);
  return row;
}
