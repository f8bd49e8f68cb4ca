import { and, eq, ne, sql } from "drizzle-orm";
import type { Transaction } from "../../../database/client.ts";
import { commission } from "../../../database/schema/affiliate-money.ts";
import type { OrderRow } from "../sums-of-records.ts";
import type { Standing } from "./terms.ts";
import type { Rules } from "./versions.ts";

type Judged = Pick<OrderRow, "id" | "day" | "currency" | "total" | "refundedAmount" | "status"> & {
  affiliateId: string;
};

export const nothingBefore: Standing = { returning: null, volume: 0, earned: 0, orders: 0, revenue: 0 };

/** Whether a commission depends on sums, so that the orders of an affiliate must be judged one after the other. */
export function dependsOnSums(rules: Rules): boolean {
  const { volume_tiers, volume_bonuses, most_per_month, first_sale_bonus } = rules;
  return volume_tiers.length + volume_bonuses.length > 0 || most_per_month !== null || first_sale_bonus !== null;
}

const dependsOnCustomer = ({ new_customer_rate, returning_customer_rate }: Rules) =>
  new_customer_rate !== null || returning_customer_rate !== null;

/** A commission in its currency. */
type Earned = { amount: number; currency: string };
type Month = Pick<Standing, "volume" | "earned">;
type Life = Pick<Standing, "orders" | "revenue">;

/** What was before each order. Each judged order adds to what was before the next one. */
export class Standings {
  readonly #currency: string;
  readonly #months = new Map<string, Month>();
  readonly #lives = new Map<string, Life>();
  readonly #returning = new Map<string, boolean>();

  constructor(currency: string) {
    this.#currency = currency;
  }

  of(order: Judged): Standing {
    const returning = this.#returning.get(order.id) ?? null;
    return { ...nothingBefore, returning, ...this.#months.get(monthOf(order)), ...this.#lives.get(order.affiliateId) };
  }

  set(order: Judged, { returning, volume, earned, orders, revenue }: Standing): void {
    if (returning !== null) this.#returning.set(order.id, returning);
    if (!this.#months.has(monthOf(order))) this.#months.set(monthOf(order), { volume, earned });
    if (!this.#lives.has(order.affiliateId)) this.#lives.set(order.affiliateId, { orders, revenue });
  }

  add(order: Judged, commissions: readonly Earned[]): void {
    this.#change(order, commissions, 1);
  }

  takeOut(order: Judged, commissions: readonly Earned[]): void {
    this.#change(order, commissions, -1);
  }

  /** A cancelled order is in no sum. */
  #change(order: Judged, commissions: readonly Earned[], sign: 1 | -1): void {
    const { volume, earned, orders, revenue } = this.of(order);
    const own = (currency: string, amount: number) => (currency === this.#currency ? amount : 0);
    const counts = order.status === "cancelled" ? 0 : sign;
    const net = counts * own(order.currency, order.total - order.refundedAmount);
    const more = commissions.reduce((sum, { amount, currency }) => sum + own(currency, amount), 0);
    this.#months.set(monthOf(order), { volume: volume + net, earned: earned + sign * more });
    this.#lives.set(order.affiliateId, { orders: orders + counts, revenue: revenue + net });
  }
}

/** The commissions of the order's affiliate that are in the sums. */
const earnedBy = (tx: Transaction, { tenantId, id, affiliateId }: OrderRow): Promise<Earned[]> =>
  tx
    .select({ amount: commission.amount, currency: commission.currency })
    .from(commission)
    .where(
      and(
        eq(commission.tenantId, tenantId),
        eq(commission.orderId, id),
        eq(commission.affiliateId, affiliateId ?? ""),
        ne(commission.status, "rejected"),
      ),
    );

const monthOf = ({ affiliateId, day }: Judged) => `${affiliateId} ${day.slice(0, 7)}`;

/**
 * Reads nothing for rules that need nothing. Affiliates must be locked. The sums must not contain the orders yet, except
 * for one that is attributed again (`counted`), which is taken out of those of its affiliate.
 */
export async function readStandings(
  tx: Transaction,
  tenantId: number,
  orders: readonly (OrderRow & { affiliateId: string })[],
  rulesOf: (order: OrderRow) => Rules,
  counted?: OrderRow,
): Promise<Standings> {
  const currency = orders[0] ? rulesOf(orders[0]).currency : "";
  const standings = new Standings(currency);
  const asked = orders.flatMap((order) => {
    const rules = rulesOf(order);
    const [sums, customer] = [dependsOnSums(rules), dependsOnCustomer(rules) && order.customerKey !== null];
    const { id, affiliateId, customerKey, day, createdAt } = order;
    return sums || customer ? [{ id, affiliateId, customerKey, day, at: createdAt.toISOString(), sums, customer }] : [];
  });
  if (asked.length === 0) return standings;
  const { rows } = await tx.execute<Standing & { id: string }>(sql`
    select ask.id, before.returning, month.volume, month.earned, life.orders, life.revenue
    from json_to_recordset(${JSON.stringify(asked)}::json) as ask
      (id text, "affiliateId" text, "customerKey" text, day date, at timestamptz, sums boolean, customer boolean)
    cross join lateral (
      select case when ask.customer then exists (
        select from affiliate.order
        where tenant_id = ${tenantId} and customer_key = ask."customerKey" and created_at < ask.at
          and id <> ask.id and status <> 'cancelled'
      ) end as returning
    ) before
    cross join lateral (
      select coalesce(sum(revenue), 0)::float8 as volume, coalesce(sum(commissions), 0)::float8 as earned
      from (
        select gross - refunded as revenue, pending + approved - clawed_back as commissions
        from generate_series(date_trunc('month', ask.day), date_trunc('month', ask.day) + interval '1 month - 1 day',
          interval '1 day') as each
        join affiliate.daily_affiliate on tenant_id = ${tenantId} and day = each::date
          and affiliate_id = ask."affiliateId" and currency = ${currency}
        where ask.sums
      ) as days
    ) month
    cross join lateral (
      select coalesce(sum(orders), 0)::float8 as orders,
        coalesce(sum(revenue) filter (where currency = ${currency}), 0)::float8 as revenue
      from affiliate.affiliate_total
      where ask.sums and tenant_id = ${tenantId} and affiliate_id = ask."affiliateId"
    ) life`);
  const made = counted ? await earnedBy(tx, counted) : [];
  const found = new Map(rows.map(({ id, ...standing }) => [id, standing]));
  for (const order of orders) {
    const standing = found.get(order.id);
    if (standing) standings.set(order, standing);
    if (standing && counted?.affiliateId === order.affiliateId) standings.takeOut(counted as typeof order, made);
  }
  return standings;
}
