import pg from "pg";
import { columnsOf, findTables, type Tenants } from "../plans/fill.ts";
import { madeByTraffic, many } from "../plans/tables.ts";

export type Sizes = { events: number; orders: number; commissions: number; clicks: number };

const days = 400;
const portion = 500_000;
/** Rows with these numbers were made before. */
const taken = 2 * many;

const line = `json_build_array(json_build_object('product_id', 'prod_' || i % 200, 'quantity', 1, 'unit_price', 1000 + i % 9000))`;

/** What differs from the rows of `tables.ts`, which a smaller store has as well. */
const further: Record<string, Record<string, string>> = {
  "checkout.storefront_event": {
    id: "'event_' || n",
    type: "(array['visit', 'visit', 'visit', 'offer.shown', 'offer.declined'])[1 + i % 5]",
    occurred_at: "now() - i % 7776000 * interval '1 second'",
    received_at: "now() - i % 7776000 * interval '1 second'",
    data: "json_build_object('visitor_id', 'visitor_' || i / 4, 'upsell_id', 'ups_' || i % 2000)",
  },
  "checkout.order": {
    visitor_id: "'visitor_' || i",
    total: "1000 + i % 9000",
    upsell_revenue: "i % 500",
  },
  "affiliate.order": { line_items: line, total: "1000 + i % 9000", customer_key: "'key_' || i % 300000" },
  "affiliate.commission": { amount: "100 + i % 900", sale_amount: "1000 + i % 9000" },
  "affiliate.click": { landing_page: "'https://shop.test/products/' || i % 200", ip_hash: "int8send(i % 900000)" },
};

/** Adds rows to the large store, past the services, and the daily sums that the checkout service would have. */
export async function fillLargest(url: string, tenants: Tenants, sizes: Sizes): Promise<void> {
  const counts: Record<string, number> = {
    "checkout.storefront_event": sizes.events,
    "checkout.order": sizes.orders,
    "affiliate.order": sizes.orders,
    "affiliate.commission": sizes.commissions,
    "affiliate.click": sizes.clicks,
  };
  const clients = [new pg.Client(url), new pg.Client(url)] as const;
  try {
    await fill(clients, tenants, counts);
  } finally {
    for (const client of clients) await client.end();
  }
}

async function fill(
  clients: readonly [pg.Client, pg.Client],
  tenants: Tenants,
  counts: Record<string, number>,
): Promise<void> {
  const known = await findTables();
  const [first] = clients;
  for (const client of clients) {
    await client.connect();
    await client.query("set maintenance_work_mem = '1GB'");
  }
  for (const [table, count] of Object.entries(counts)) {
    const begun = performance.now();
    const columns = columnsOf(table, known, { ...madeByTraffic[table], ...further[table] });
    const tenant = tenants[table.startsWith("checkout") ? "checkout" : "affiliate"];
    const restore = await dropIndexes(first, table);
    await first.query(`alter table ${table} set (autovacuum_enabled = off)`);
    let from = taken;
    const work = async (client: pg.Client) => {
      while (from < taken + count) {
        const begin = from;
        from += portion;
        await client.query(`
          insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(", ")})
          select ${columns.map(({ value }) => value).join(", ")} from (
            select n, true as ours, n as i, ${tenant} as owner,
              date_trunc('second', now()) - n % ${count} * interval '${(days * 86_400) / count} seconds' as at
            from generate_series(${begin}::bigint, ${Math.min(from, taken + count) - 1}) n) each_row`);
      }
    };
    await Promise.all(clients.map(work));
    const filled = performance.now();
    for (const statement of restore) await first.query(statement);
    await first.query(`alter table ${table} reset (autovacuum_enabled)`);
    await first.query(`vacuum analyze ${table}`);
    const { rows } = await first.query("select pg_total_relation_size($1) as bytes", [table]);
    const seconds = (ms: number) => `${(ms / 1_000).toFixed(0)} s`;
    console.log(
      `${table}: ${count} rows, ${(rows[0].bytes / 1e9).toFixed(1)} GB, filled in ${seconds(filled - begun)}, ` +
        `indexed in ${seconds(performance.now() - filled)}`,
    );
  }
  for (const statement of sums(tenants.checkout)) await first.query(statement);
}

/** Building an index at once is faster than adding row by row. Returns the statements that build them. */
async function dropIndexes(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ index: string; build: string; constraint: string | null; is: string }>(
    `select i.indexrelid::regclass as index, pg_get_indexdef(i.indexrelid) as build, c.conname as constraint,
       pg_get_constraintdef(c.oid) as is
     from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.conrelid = i.indrelid
     where i.indrelid = $1::regclass`,
    [table],
  );
  for (const { index, constraint } of rows) {
    await client.query(
      constraint ? `alter table ${table} drop constraint "${constraint}" cascade` : `drop index ${index}`,
    );
  }
  return rows.map(({ build, constraint, is }) =>
    constraint ? `alter table ${table} add constraint "${constraint}" ${is}` : build,
  );
}

/** Of each day, and of each offer and bundle on it. */
function sums(tenant: number): string[] {
  const each = (of: "upsell" | "bundle", columns: string, values: string) => [
    `insert into checkout.daily_${of} (tenant_id, day, ${of}_id, ${columns})
     select ${tenant}, current_date - d, id, ${values} from generate_series(0, ${days - 1}) d,
       (select id from checkout.${of} where tenant_id = ${tenant} order by id limit 1000) own`,
    `insert into checkout.monthly_${of} (tenant_id, month, ${of}_id, ${columns})
     select tenant_id, date_trunc('month', day), ${of}_id, ${columns
       .split(", ")
       .map((column) => `sum(${column})`)
       .join(", ")}
     from checkout.daily_${of} where tenant_id = ${tenant} group by 1, 2, 3`,
  ];
  return [
    `insert into checkout.daily_total (tenant_id, day, visits, offers_shown, offers_accepted, orders, orders_with_upsells,
       revenue, upsell_revenue)
     select ${tenant}, current_date - d, 60000, 20000, 2000, 25000, 2000, 125000000, 6000000
     from generate_series(0, ${days - 1}) d on conflict do nothing`,
    ...each("upsell", "shown, accepted, declined, revenue", "20, 2, 4, 3000"),
    ...each("bundle", "purchases, revenue, savings", "3, 9000, 400"),
    "vacuum analyze",
  ];
}
