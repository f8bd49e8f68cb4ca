import { and, eq, gte, isNotNull, lt, sql } from "drizzle-orm";
import type { program as contract, Program } from "../../../contract/affiliate/program.ts";
import type { Parsed } from "../../../contract/define.ts";
import type { Transaction } from "../../../database/client.ts";
import { affiliate } from "../../../database/schema/affiliate.ts";
import { commission } from "../../../database/schema/affiliate-money.ts";
import { order } from "../../../database/schema/affiliate-sales.ts";
import { dailyAffiliate } from "../../../database/schema/affiliate-sums.ts";
import type { Context } from "../../kernel/context.ts";
import { refuse } from "../../kernel/refuse.ts";
import { commissionFor } from "../commission-for.ts";
import { unfitRates } from "../refusals.ts";
import { bonusesFor } from "./bonuses.ts";
import { nothingBefore, Standings } from "./standings.ts";
import { termsFor } from "./terms.ts";
import { type Rules, readProgram } from "./versions.ts";

type Body = Parsed<(typeof contract)["program"]["preview"]>["body"];
type Result = { affiliate_id: string; currency: string; orders: number; present: number; draft: number };

const mostOrders = 50_000;
const portion = 1_000;

/** Judges the orders of a month again, in the order in which they were placed. They keep their affiliates. */
export async function dryRun({ db, tenantId }: Pick<Context, "db" | "tenantId">, { month, rules: changes }: Body) {
  return db.transaction(
    async (tx) => {
      const rules: Rules = { ...(await readProgram(tx, tenantId)), ...(changes as Partial<Program>) };
      refuse(unfitRates(rules).map(({ field, message }) => ({ field: `rules.${field}`, message })));
      const first = `${month}-01`;
      const { lives, granted } = await readBefore(tx, tenantId, rules.currency, first);
      const standings = new Standings(rules.currency);
      const results = new Map<string, Result>();
      const resultOf = (affiliate_id: string, currency: string) => {
        const key = `${affiliate_id} ${currency}`;
        const result = results.get(key) ?? { affiliate_id, currency, orders: 0, present: 0, draft: 0 };
        results.set(key, result);
        return result;
      };
      let orders = 0;
      let byOwnRate = 0;
      let after: { at: Date; id: string } | null = null;
      while (orders < mostOrders) {
        const rows: Judged[] = await readPortion(tx, tenantId, first, after);
        for (const { row, earner, returning, sale, bonuses } of rows) {
          const judged = { ...row, affiliateId: earner.id };
          standings.set(judged, { ...nothingBefore, ...lives.get(earner.id), returning });
          const standing = standings.of(judged);
          const result = resultOf(earner.id, row.currency);
          result.orders += 1;
          result.present += sale?.amount ?? 0;
          for (const { amount, currency } of bonuses) resultOf(earner.id, currency).present += amount;
          const isKept = !sale || sale.rejected || sale.manual;
          const terms = termsFor({ order: row, affiliate: earner, rules, standing });
          if (!isKept && terms.rest.rule === "own") byOwnRate += 1;
          const earned = isKept ? (sale?.amount ?? 0) : commissionFor(row, terms, rules).amount;
          const won = bonusesFor(row, rules, standing).filter(({ bonus }) => !granted.has(`${earner.id} ${bonus}`));
          for (const { bonus } of won) granted.add(`${earner.id} ${bonus}`);
          const drafts = [{ amount: earned, currency: row.currency }, ...(row.status === "cancelled" ? [] : won)];
          for (const { amount, currency } of drafts) resultOf(earner.id, currency).draft += amount;
          standings.add(judged, drafts);
        }
        orders += rows.length;
        const last = rows.at(-1)?.row;
        const judged = { month, orders, by_own_rate: byOwnRate, data: [...results.values()] };
        if (!last || rows.length < portion) return { ...judged, complete: true };
        after = { at: last.createdAt, id: last.id };
      }
      return { month, complete: false, orders, by_own_rate: byOwnRate, data: [...results.values()] };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

type Judged = {
  row: typeof order.$inferSelect;
  earner: typeof affiliate.$inferSelect;
  returning: boolean | null;
  /** The commission of the present attribution with its clawbacks. */
  sale: { amount: number; rejected: boolean; manual: boolean } | null;
  bonuses: { amount: number; currency: string }[];
};

async function readPortion(
  tx: Transaction,
  tenantId: number,
  first: string,
  after: { at: Date; id: string } | null,
): Promise<Judged[]> {
  const its = sql`c.tenant_id = ${order.tenantId} and c.order_id = ${order.id} and c.attribution = ${order.attribution}`;
  // Another commission is one that a clawback of it names.
  const taken = sql`coalesce((select sum(k.amount) from ${commission} k where k.tenant_id = c.tenant_id and k.reverses = c.id
    and k.order_id = c.order_id), 0)`;
  const rows = await tx
    .select({
      row: order,
      earner: affiliate,
      returning: sql<boolean | null>`case when ${order.customerKey} is not null then exists (
        select from ${order} o where o.tenant_id = ${order.tenantId} and o.customer_key = ${order.customerKey}
          and o.created_at < ${order.createdAt} and o.status <> 'cancelled') end`,
      sale: sql<Judged["sale"]>`(
        select json_build_object('amount', case when c.status = 'rejected' then 0 else c.amount + ${taken} end,
          'rejected', c.status = 'rejected',
          'manual', coalesce(c.arithmetic -> 'parts' -> 0 ->> 'rule' = 'manual', ${order.attributionMethod} = 'manual'))
        from ${commission} c where ${its} and c.type = 'sale')`,
      bonuses: sql<Judged["bonuses"]>`coalesce((
        select json_agg(json_build_object('amount', c.amount + ${taken}, 'currency', c.currency))
        from ${commission} c where ${its} and c.type = 'bonus' and c.status <> 'rejected'), '[]')`,
    })
    .from(order)
    .innerJoin(affiliate, and(eq(affiliate.tenantId, order.tenantId), eq(affiliate.id, order.affiliateId)))
    .where(
      and(
        eq(order.tenantId, tenantId),
        isNotNull(order.affiliateId),
        gte(order.day, first),
        lt(order.day, sql`(${first}::date + interval '1 month')::date`),
        // The days are those of the store's time zone. These times let the index find them.
        gte(order.createdAt, sql`${first}::date - interval '1 day'`),
        lt(order.createdAt, sql`${first}::date + interval '1 month 1 day'`),
        after
          ? sql`(${order.createdAt}, ${order.id}) > (${after.at.toISOString()}::timestamptz, ${after.id})`
          : undefined,
      ),
    )
    .orderBy(order.createdAt, order.id)
    .limit(portion);
  return rows;
}

/** What affiliates had sold before the month, and the bonuses that they had. */
async function readBefore(tx: Transaction, tenantId: number, currency: string, first: string) {
  const { affiliateId, orders, gross, refunded, day } = dailyAffiliate;
  const sums = await tx
    .select({
      affiliateId,
      orders: sql`sum(${orders})`.mapWith(Number),
      revenue:
        sql`coalesce(sum(${gross} - ${refunded}) filter (where ${dailyAffiliate.currency} = ${currency}), 0)`.mapWith(
          Number,
        ),
    })
    .from(dailyAffiliate)
    .where(and(eq(dailyAffiliate.tenantId, tenantId), lt(day, first)))
    .groupBy(affiliateId);
  const bonuses = await tx
    .select({ affiliateId: commission.affiliateId, bonus: commission.bonus })
    .from(commission)
    .where(and(eq(commission.tenantId, tenantId), isNotNull(commission.bonus), lt(commission.day, first)));
  return {
    lives: new Map(sums.map(({ affiliateId, ...life }) => [affiliateId, life])),
    granted: new Set(bonuses.map(({ affiliateId, bonus }) => `${affiliateId} ${bonus}`)),
  };
}
