import { and, eq, sql } from "drizzle-orm";
import { affiliate } from "../database/schema/affiliate.ts";
import { commission } from "../database/schema/affiliate-money.ts";
import { order } from "../database/schema/affiliate-sales.ts";
import { commissionFor } from "../services/affiliate/commission-for.ts";
import { nothingBefore } from "../services/affiliate/rules/standings.ts";
import { termsFor } from "../services/affiliate/rules/terms.ts";
import { readProgram } from "../services/affiliate/rules/versions.ts";
import type { CommissionRow } from "../services/affiliate/sums-of-records.ts";
import type { Program } from "./affiliate/program.ts";
import type { TestServices } from "./services.ts";

type Db = Pick<TestServices, "db">;

/** A trigger also notices a change that is reverted later. */
export async function watchTransitions({ db }: Db): Promise<void> {
  await db.$client.query(`
    create table transition (tenant_id integer, id text, before text, after text);
    create function note_transition() returns trigger language plpgsql as $$
      begin
        insert into transition values (new.tenant_id, new.id, old.status, new.status);
        return null;
      end $$;
    create trigger note_transition after update on affiliate.commission
      for each row when (old.status <> new.status) execute function note_transition()`);
}

/** Recounts a program's money from its records and returns every contradiction. */
export async function audit(services: Db, program: Program) {
  return {
    sums: await wrongSums(services, program),
    payouts: await wrongPayouts(services, program),
    orders: await wrongOrders(services, program),
    transitions: await select(
      services,
      sql`select * from transition where tenant_id = ${program.tenantId} and before <> 'pending'`,
    ),
  };
}

export const nothingWrong = { sums: [], payouts: [], orders: [], transitions: [] };

async function select({ db }: Db, query: ReturnType<typeof sql>) {
  return (await db.execute<Record<string, unknown>>(query)).rows;
}

/** Checks approved − paid − clawed back = owed, by affiliate and currency, in the records and in the balances. */
async function wrongSums(services: Db, program: Program) {
  const recounted = await select(
    services,
    sql`
      with fact as (
        select affiliate_id, currency, amount, status, 0 as paid, 0 as reserved from affiliate.commission
        where tenant_id = ${program.tenantId}
        union all
        select affiliate_id, currency, 0, '', case when status = 'paid' then amount else 0 end,
          case when status in ('pending', 'processing') then amount else 0 end
        from affiliate.payout where tenant_id = ${program.tenantId}
      ), sums as (
        select affiliate_id, currency,
          coalesce(sum(amount) filter (where status = 'pending'), 0)::bigint as pending_commissions,
          coalesce(sum(amount) filter (where status = 'approved' and amount > 0), 0)::bigint as approved_commissions,
          coalesce(-sum(amount) filter (where status = 'approved' and amount < 0), 0)::bigint as clawed_back,
          sum(paid)::bigint as paid_commissions, sum(reserved)::bigint as reserved
        from fact group by affiliate_id, currency
      )
      select *, approved_commissions - paid_commissions - clawed_back as unpaid_balance from sums`,
  );
  const wrong = [];
  for (const { affiliate_id, ...sums } of recounted) {
    const { body } = await program.call("GET", `/affiliates/${affiliate_id}`);
    const balance = body.balances.find((one: { currency: unknown }) => one.currency === sums.currency);
    const differs = Object.entries(sums).some(([name, value]) => balance?.[name] !== value);
    if (differs) wrong.push({ affiliate_id, recounted: sums, balance });
  }
  return wrong;
}

/** Finds payouts that share commissions with another open payout, do not add up, or are inconsistent. */
const wrongPayouts = (services: Db, { tenantId }: Program) =>
  select(
    services,
    sql`
      with part as (
        select payout.id as payout_id, payout.amount as total, commission_id, part.amount, part.released_at,
          payout.status in ('pending', 'processing', 'paid') as live, commission.amount as now,
          commission.payout_id as holder, commission.status,
          commission.affiliate_id = payout.affiliate_id and commission.currency = payout.currency as own
        from affiliate.payout
        left join affiliate.payout_commission part on part.tenant_id = payout.tenant_id and part.payout_id = payout.id
        left join affiliate.commission on commission.tenant_id = part.tenant_id and commission.id = part.commission_id
        where payout.tenant_id = ${tenantId}
      )
      select 'in two' as wrong, commission_id as id from part where live group by commission_id having count(*) > 1
      union all
      select 'sum', payout_id from part group by payout_id, total having total is distinct from sum(amount)
      union all
      select 'part', commission_id from part
      where live is distinct from (released_at is null) or own is not true or status <> 'approved'
        or live and (holder is distinct from payout_id or now <> amount)
      union all
      select 'holder', id from affiliate.commission where tenant_id = ${tenantId} and payout_id is not null
        and not exists (select from part where live and commission_id = commission.id and holder = part.payout_id)`,
  );

/** Checks that the commissions of an order add up to what it earns now, for its present affiliate only. */
async function wrongOrders({ db }: Db, { tenantId }: Program) {
  const rules = await readProgram(db, tenantId);
  const orders = await db.select().from(order).where(eq(order.tenantId, tenantId));
  const affiliates = await db.select().from(affiliate).where(eq(affiliate.tenantId, tenantId));
  const rows = await db
    .select()
    .from(commission)
    .where(and(eq(commission.tenantId, tenantId)));
  const wrong: unknown[] = [];
  const total = (list: readonly number[]) => list.reduce((sum, amount) => sum + amount, 0);
  for (const sale of rows.filter(({ type, status }) => type === "sale" && status !== "rejected")) {
    const placed = orders.find(({ id }) => id === sale.orderId);
    const owner = affiliates.find(({ id }) => id === sale.affiliateId);
    if (!placed || !owner) throw new Error(`Commission ${sale.id} is of no order or of no affiliate.`);
    const its = [sale, ...rows.filter(({ reverses }) => reverses === sale.id)];
    const is = total(its.map(({ amount }) => amount));
    const terms = termsFor({ order: placed, affiliate: owner, rules, standing: nothingBefore });
    const should = sale.attribution === placed.attribution ? commissionFor(placed, terms, rules).amount : 0;
    const byProduct = total(its.flatMap(({ products }) => Object.values(products)));
    if (is !== should || byProduct !== is || its.some(isOdd)) wrong.push({ sale, is, should, byProduct });
  }
  return wrong;
}

const isOdd = ({ type, amount, status, arithmetic }: CommissionRow) =>
  (type === "sale" ? amount < 0 : amount >= 0 || status !== "approved") || arithmetic?.amount !== amount;
