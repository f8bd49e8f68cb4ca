import { readdirSync } from "node:fs";
import { join } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, type PgColumn, PgTable } from "drizzle-orm/pg-core";
import type pg from "pg";
import { projectDir } from "../../../lib/runtime/runtime.ts";
import { madeByHand, madeByTraffic, many, minor, prefixes, usual } from "./tables.ts";

/** Rows of the large store in each table of records that people create one by one. */
export const some = 2_000;
export const large = "large";
const others = 150;
/** Filled last, and for the large store only, because its commissions and payouts must exist. */
const reserved = "affiliate.payout_commission";

export async function findTables(): Promise<Map<string, PgColumn[]>> {
  const folder = join(projectDir, "lib/database/schema");
  const found = new Map<string, PgColumn[]>();
  for (const file of readdirSync(folder)) {
    for (const table of Object.values(await import(join(folder, file))).filter((one) => is(one, PgTable))) {
      const { schema, name, columns } = getTableConfig(table as PgTable);
      found.set(`${schema}.${name}`, columns);
    }
  }
  return found;
}

export type Tenants = { checkout: number; affiliate: number };

/** Half of the rows belong to one large store. Returns its tenants. */
export async function fillForPlans(client: pg.Client): Promise<Tenants> {
  await client.query(`insert into desk.store (id, name, currency, time_zone)
    select case n when 0 then '${large}' else 'shop-' || n end, 'Shop ' || n, 'EUR', 'UTC'
    from generate_series(0, ${others}) n`);
  await client.query(`insert into desk."user" (id, name, email)
    select 'person-' || n, 'Person ' || n, 'p' || n || '@example.com' from generate_series(0, ${others}) n`);
  const tenants = { checkout: await addTenants(client, "checkout"), affiliate: await addTenants(client, "affiliate") };
  const tables = await findTables();
  const { [reserved]: last = {}, ...first } = { ...madeByHand, ...madeByTraffic };
  for (const [table, values] of Object.entries({ ...first, [reserved]: last })) {
    const every = table in madeByHand ? (2 * many) / some : 2;
    const columns = columnsOf(table, tables, values);
    const schema = table.split(".")[0] as "checkout" | "affiliate" | "desk";
    const shop = `1 + (n / 2) % ${others}`;
    const owner =
      schema === "desk"
        ? `case when n % ${every} = 0 then '${large}' else 'shop-' || ${shop} end`
        : `($1::int[])[case when n % ${every} = 0 then 1 else 1 + ${shop} end]`;
    await client.query(
      `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(", ")})
       select ${columns.map(({ value }) => value).join(", ")} from (
         select n, n % ${every} = 0 as ours, n / ${every} as i, now() - (n / 2) * interval '17 minutes' as at,
           ${owner} as owner
         from generate_series(0, ${2 * many - 1}) n) each_row
       ${table === reserved ? "where ours" : ""}`,
      schema === "desk" ? [] : [tenants[schema]],
    );
  }
  await client.query("analyze");
  return { checkout: tenants.checkout[0] as number, affiliate: tenants.affiliate[0] as number };
}

/** The columns that a new row needs, each with the SQL of its value. */
export function columnsOf(table: string, tables: Map<string, PgColumn[]>, values: Record<string, string>) {
  return (tables.get(table) ?? []).flatMap((column) => {
    const value = values[column.name] ?? valueFor(table, column);
    return value === undefined ? [] : { name: column.name, value };
  });
}

async function addTenants(client: pg.Client, schema: "checkout" | "affiliate"): Promise<number[]> {
  const { rows } = await client.query<{ id: number; store_id: string }>(`
    insert into ${schema}.tenant (store_id, mode, currency, time_zone) select id, 'live', 'EUR', 'UTC' from desk.store
    on conflict (store_id, mode) do update set currency = excluded.currency returning id, store_id`);
  return rows.toSorted((a, b) => Number(b.store_id === large) - Number(a.store_id === large)).map(({ id }) => id);
}

const byType: Record<string, string> = {
  text: "''",
  "text[]": "'{}'",
  json: "'{}'",
  jsonb: "'[]'",
  bytea: "''::bytea",
  boolean: "true",
  date: "at::date",
  integer: "1",
};

/** Undefined if the column may keep its default or be empty. A time is never left to its default. */
function valueFor(table: string, column: PgColumn): string | undefined {
  const { name, notNull, hasDefault, generated } = column;
  const type = column.getSQLType();
  const isTime = type.startsWith("timestamp");
  if (!notNull || generated || (hasDefault && !isTime)) return undefined;
  if (name === "id") return `'${prefixes[table] ?? "row"}_' || n`;
  return usual[name] ?? (isTime ? "at" : (byType[type] ?? minor));
}
