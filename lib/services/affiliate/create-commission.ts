import { isNotNull } from "drizzle-orm";
import type { Transaction } from "../../database/client.ts";
import { commission } from "../../database/schema/affiliate-money.ts";
import { newId } from "../kernel/ids.ts";
import { commissionFor } from "./commission-for.ts";
import { flagsFor, type Seen, see } from "./flags.ts";
import type { Ledger } from "./ledger.ts";
import { bonusesFor } from "./rules/bonuses.ts";
import type { Standings } from "./rules/standings.ts";
import { type ByHand, termsFor } from "./rules/terms.ts";
import type { Rules } from "./rules/versions.ts";
import type { AffiliateRow, CommissionRow, OrderRow } from "./sums-of-records.ts";

type Facts = {
  /** The order as it is in the database, attributed and locked by this transaction. */
  order: OrderRow;
  /** Locked by this transaction, so that nobody deletes the affiliate in the meantime. */
  affiliate: AffiliateRow;
  /** The rules that were in force when the order was placed. */
  rules: Rules;
  standings: Standings;
  /** A rate that a person entered instead of the one of the rules. */
  byHand?: ByHand | undefined;
  note?: string | undefined;
};

const dayMs = 86_400_000;

export const eligibleAt = ({ createdAt }: OrderRow, { hold_days }: { hold_days: number }) =>
  new Date(createdAt.getTime() + hold_days * dayMs);

/** The columns of a new commission and of the bonuses with it, which are computed without the database. */
export function earningsOf({ order, affiliate, rules, standings, byHand }: Omit<Facts, "note">, seen: Seen) {
  const judged = { ...order, affiliateId: affiliate.id };
  const standing = standings.of(judged);
  const terms = termsFor({ order, affiliate, rules, standing, byHand });
  const { amount, arithmetic, products } = commissionFor(order, terms, rules);
  const common = {
    tenantId: order.tenantId,
    affiliateId: affiliate.id,
    orderId: order.id,
    attribution: order.attribution,
    status: "pending" as const,
    eligibleAt: eligibleAt(order, rules),
    day: order.day,
  };
  const sale = {
    ...common,
    amount,
    saleAmount: arithmetic.base,
    rate: arithmetic.rate ?? null,
    rateType: arithmetic.rate_type ?? null,
    currency: order.currency,
    type: "sale" as const,
    arithmetic,
    products,
    flags: flagsFor(seen),
  };
  const bonuses = bonusesFor(order, rules, standing).map((bonus) => ({ ...common, ...bonus, type: "bonus" as const }));
  standings.add(judged, [sale, ...bonuses]);
  return { sale, bonuses };
}

export async function createCommission(
  tx: Transaction,
  ledger: Ledger,
  { note, ...facts }: Facts,
): Promise<CommissionRow> {
  const { order, affiliate } = facts;
  if (order.affiliateId !== affiliate.id) throw new Error(`Order ${order.id} is not ${affiliate.id}'s.`);
  const { sale, bonuses } = earningsOf(facts, await see(tx, order, affiliate));
  const rows = await tx
    .insert(commission)
    .values([{ ...sale, id: newId("com"), note }, ...bonuses.map((bonus) => ({ ...bonus, id: newId("com") }))])
    .onConflictDoNothing({
      target: [commission.tenantId, commission.affiliateId, commission.bonus],
      where: isNotNull(commission.bonus),
    })
    .returning();
  for (const row of rows) ledger.commission(null, row);
  return rows.find(({ type }) => type === "sale") as CommissionRow;
}
