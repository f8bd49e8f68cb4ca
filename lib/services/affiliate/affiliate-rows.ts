import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Affiliate } from "../../contract/affiliate/affiliates.ts";
import type { Database, Transaction } from "../../database/client.ts";
import { affiliate, coupon } from "../../database/schema/affiliate.ts";
import { affiliateTotal } from "../../database/schema/affiliate-sums.ts";
import { toFields } from "../kernel/fields.ts";
import { missing } from "../kernel/refuse.ts";
import type { Rules } from "./rules/versions.ts";
import type { AffiliateRow } from "./sums-of-records.ts";

type TotalRow = typeof affiliateTotal.$inferSelect;
type Balance = NonNullable<Affiliate["balances"]>[number];
export type Found = { row: AffiliateRow; total: TotalRow; coupons: string[]; balances: Balance[] };

/** The columns of a balance in the words of the API. */
const balance = sql.raw(
  Object.entries({
    currency: "currency",
    orders: "orders",
    revenue: "revenue",
    commissions: "commissions",
    pending_commissions: "pending",
    approved_commissions: "approved",
    clawed_back: "clawed_back",
    paid_commissions: "paid",
    reserved: "reserved",
    unpaid_balance: "unpaid_balance",
  })
    .map(([name, column]) => `'${name}', each.${column}`)
    .join(", "),
);

export const withFigures = {
  select: {
    row: affiliate,
    total: affiliateTotal,
    coupons: sql<string[]>`array(
      select ${coupon.code} from ${coupon}
      where ${coupon.tenantId} = ${affiliate.tenantId} and ${coupon.affiliateId} = ${affiliate.id}
      order by ${coupon.position})`,
    balances: sql<Balance[]>`(
      select json_agg(json_build_object(${balance}) order by each.currency) from affiliate.affiliate_total each
      where each.tenant_id = ${affiliate.tenantId} and each.affiliate_id = ${affiliate.id})`,
  },
  join: {
    table: affiliateTotal,
    on: and(
      eq(affiliateTotal.tenantId, affiliate.tenantId),
      eq(affiliateTotal.affiliateId, affiliate.id),
      affiliateTotal.main,
    ),
  },
};

export async function findAffiliate(db: Pick<Database, "select">, tenantId: number, id: string): Promise<Found> {
  const [found] = await db
    .select(withFigures.select)
    .from(affiliate)
    .innerJoin(withFigures.join.table, withFigures.join.on)
    .where(and(eq(affiliate.tenantId, tenantId), eq(affiliate.id, id), isNull(affiliate.deletedAt)));
  return found ?? missing("Affiliate", id);
}

export async function lockAffiliate(tx: Transaction, tenantId: number, id: string): Promise<AffiliateRow> {
  const [row] = await tx
    .select()
    .from(affiliate)
    .where(and(eq(affiliate.tenantId, tenantId), eq(affiliate.id, id), isNull(affiliate.deletedAt)))
    .for("no key update");
  return row ?? missing("Affiliate", id);
}

/**
 * Locks affiliates against deletion and change, and if `alone` against other orders. Call this before any other row is
 * locked. Unknown ids are left out.
 */
export async function holdAffiliates(
  tx: Transaction,
  tenantId: number,
  ids: readonly string[],
  { alone } = { alone: false },
): Promise<AffiliateRow[]> {
  if (ids.length === 0) return [];
  return tx
    .select()
    .from(affiliate)
    .where(and(eq(affiliate.tenantId, tenantId), inArray(affiliate.id, [...ids]), isNull(affiliate.deletedAt)))
    .orderBy(asc(affiliate.id))
    .for(alone ? "no key update" : "share");
}

/** The single sums are in the affiliate's own currency, as nothing tells a caller how to add up others. */
export function toRecord({ row, total, coupons, balances }: Found, rules: Rules) {
  const { default_commission_type: type, default_commission_rate: rate } = rules;
  return {
    ...toFields(affiliate, row, "deleted_at"),
    coupon_codes: coupons,
    ...(!row.ownRate && { commission_type: type, commission_rate: rate }),
    ...minimumsOf(row, rules),
    total_clicks: total.clicks,
    total_orders: total.allOrders,
    total_revenue: total.revenue,
    total_commissions: total.commissions,
    unpaid_balance: total.unpaidBalance,
    balances,
  };
}

/** The affiliate's own minimum, or the program's. A currency for which neither has one is not among them. */
export function minimumsOf(
  { minimumPayout, currency }: Pick<AffiliateRow, "minimumPayout" | "currency">,
  rules: Rules,
) {
  const byCurrency = new Map(rules.minimum_payouts.map((each) => [each.currency, each.amount]));
  if (rules.minimum_payout !== null) byCurrency.set(rules.currency, rules.minimum_payout);
  if (minimumPayout !== null) byCurrency.set(currency, minimumPayout);
  return {
    effective_minimum_payout: byCurrency.get(currency) ?? null,
    effective_minimum_payouts: [...byCurrency].sort().map(([currency, amount]) => ({ currency, amount })),
  };
}
