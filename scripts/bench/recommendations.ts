import { computeFor } from "../../lib/services/storefront/compute-recommendations.ts";
import { openBenchDatabase, openTenant, query } from "./database.ts";
import { record, timed } from "./results.ts";

const orders = 1_000_000;
const products = 5_000;
const mostSeconds = 60;

/** Computes what is bought together and sold most in a store with a million orders of 180 days. */
export async function run(): Promise<void> {
  const database = await openBenchDatabase({ apart: false, durable: false });
  try {
    const { tenantId } = await openTenant(database.db, "large");
    for (const text of fillings(tenantId)) await query(database.url, text);
    const { ms } = await timed(() => database.db.transaction((tx) => computeFor(tx, tenantId)));
    const counts = await query<{ counted: number; pairs: number; sellers: number; kb: number }>(
      database.url,
      `select (select orders from checkout.recommendation_run) as counted,
         (select count(*) from checkout.bought_together) as pairs, (select count(*) from checkout.best_seller) as sellers,
         (pg_total_relation_size('checkout.bought_together') + pg_total_relation_size('checkout.best_seller')) / 1024 as kb`,
    );
    const [{ counted, pairs, sellers, kb } = { counted: 0, pairs: 0, sellers: 0, kb: 0 }] = counts;
    record({
      what: `recommendations from ${orders / 1e6} M orders`,
      ours: ms,
      unit: "ms",
      limits: { most: mostSeconds * 1_000 },
      also: [
        { text: `${(ms / 1_000).toFixed(1)} s` },
        { text: `${counted} orders compared`, met: counted > orders * 0.9 },
        { text: `${pairs} rows of products bought together`, met: pairs > products },
        { text: `${sellers} of best sellers`, met: sellers > 0 },
        { text: `${kb} KB` },
      ],
    });
  } finally {
    await database.stop();
  }
}

/** One to four products an order, some far more often than others, and a third of them with the one that belongs to them. */
function fillings(tenantId: number): string[] {
  return [
    // To keep them up to date would take most of the time, and the computation reads the orders by their time alone.
    `do $$ declare name text; begin
      for name in select indexrelid::regclass from pg_index where indrelid = 'checkout.order'::regclass and not indisprimary
      loop execute 'drop index ' || name; end loop;
    end $$`,
    "alter table checkout.order drop constraint order_tenant_id_tenant_id_fk",
    `insert into checkout.product (tenant_id, id, title, price, categories, source)
      select ${tenantId}, 'prod_' || n, 'Product ' || n, 1000 + n, array['Category ' || n % 50, 'Category ' || 50 + n % 7], 'bench'
      from generate_series(0, ${products}) n`,
    `insert into checkout.order (tenant_id, id, placed_at, day, total, upsells_accepted, bundles_purchased, products, lines)
      select ${tenantId}, 'ord-' || n, at, at::date, 1000 + n % 9000, '{}', '{}', products,
        (select jsonb_agg(jsonb_build_object('product_id', one, 'name', null, 'quantity', 1 + n % 2, 'price', 500)) from unnest(products) one)
      from (select n, now() - n % 179 * interval '1 day' as at, array(
          select distinct 'prod_' || one from (
            select floor(power(random(), 2) * ${products})::int as base, random() as luck from generate_series(1, 1 + n % 4)) drawn,
          lateral unnest(case when luck < 0.33 then array[base, base + 1] else array[base] end) as one order by 1) as products
        from generate_series(1, ${orders}) n) made`,
    "create index order_placed on checkout.order (tenant_id, placed_at)",
    "vacuum analyze checkout.order",
  ];
}
