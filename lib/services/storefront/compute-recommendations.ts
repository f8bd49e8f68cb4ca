import { sql } from "drizzle-orm";
import {
  bestSellerDays,
  latelyDays,
  leastOrdersTogether,
  togetherDays,
} from "../../contract/checkout/recommendation-words.ts";
import type { Database } from "../../database/client.ts";

/** Bounds of the work for one store. The latest orders and the products of most orders count. */
const most = { orders: 1_000_000, products: 5_000, productsOfOrder: 20, partners: 10, sellers: 20 };

/** Computes what is due, store by store. Several processes share the work. */
export async function computeRecommendations(db: Database, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    // A store whose computation fails is tried again in an hour, and keeps no other from its turn.
    const { rows } = await db.execute<{ id: number }>(sql`
      insert into checkout.recommendation_run (tenant_id, due_at) select id, now() + interval '1 hour' from (
        select t.id from checkout.tenant t left join checkout.recommendation_run r on r.tenant_id = t.id
        where r.due_at is null or r.due_at <= now() limit 1 for no key update of t skip locked) due
      on conflict (tenant_id) do update set due_at = excluded.due_at returning tenant_id as id`);
    const [due] = rows;
    if (!due) return;
    await db.transaction((tx) => computeFor(tx, due.id));
  }
}

/** Names are compared as bytes, which is much faster than by language. */
export async function computeFor(tx: Pick<Database, "execute">, tenantId: number): Promise<void> {
  const recent = (columns: string, days: number) => sql`
    select ${sql.raw(columns)} from checkout.order
    where tenant_id = ${tenantId} and placed_at > now() - make_interval(days => ${days}) and not cancelled and counted
      and products <> '{}'
    order by placed_at desc limit ${most.orders}`;
  // The planner expects few pairs, however many there are, and would compare each with every product.
  await tx.execute(sql`set local enable_nestloop = off`);
  await tx.execute(sql`delete from checkout.bought_together where tenant_id = ${tenantId}`);
  await tx.execute(sql`
    with recent as materialized (${recent(`products, placed_at > now() - interval '${latelyDays} days' as lately`, togetherDays)}),
    total as materialized (select count(*)::int as orders from recent),
    alone as materialized (
      select product collate "C" as product, count(*)::int as orders, (count(*) filter (where lately))::int as lately
      from recent, unnest(products) as product
      group by 1 having count(*) >= ${leastOrdersTogether} order by 2 desc, 1 limit ${most.products}),
    pair as (
      select one collate "C" as one, other collate "C" as other, count(*)::int as together,
        (count(*) filter (where lately))::int as lately
      from recent, unnest(products) as one, unnest(products) as other
      where cardinality(products) between 2 and ${most.productsOfOrder} and one collate "C" < other collate "C"
      group by 1, 2 having count(*) >= ${leastOrdersTogether}),
    found as (
      select ways.product, ways.partner, together, own.orders, own.lately - pair.lately as lately,
        together::float8 * total.orders / (own.orders::float8 * its.orders) as lift
      from total, pair
      cross join lateral (values (one, other), (other, one)) as ways (product, partner)
      join alone own on own.product = ways.product
      join alone its on its.product = ways.partner),
    run as (
      insert into checkout.recommendation_run (tenant_id, computed_at, orders, due_at)
      select ${tenantId}::int, now(), orders, now() + make_interval(hours => case when orders < 10000 then 1 else 24 end) from total
      on conflict (tenant_id) do update
      set computed_at = excluded.computed_at, orders = excluded.orders, due_at = excluded.due_at)
    insert into checkout.bought_together (tenant_id, product_id, partner_id, together, orders, lately, lift)
    select ${tenantId}::int, product, partner, together, orders, lately, lift from (
      select *, row_number() over (partition by product order by lift desc, together desc, partner) as place
      from found where lift > 1) ranked
    where place <= ${most.partners}`);
  await tx.execute(sql`delete from checkout.best_seller where tenant_id = ${tenantId}`);
  await tx.execute(sql`
    with sold as materialized (
      select line ->> 'product_id' as product, sum((line ->> 'quantity')::int) as units
      from (${recent("lines", bestSellerDays)}) recent, jsonb_array_elements(lines) as line group by 1)
    insert into checkout.best_seller (tenant_id, category, product_id, units)
    select ${tenantId}::int, category, id, units from (
      select category, p.id, units, row_number() over (partition by category order by units desc, p.id collate "C") as place
      from sold join checkout.product p on p.tenant_id = ${tenantId} and p.id = sold.product, unnest(p.categories) as category
      where p.status = 'active') ranked
    where place <= ${most.sellers}`);
}
