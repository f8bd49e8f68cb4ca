import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { keptTables, ours } from "./backup/tables.ts";
import { knownMigrations, migrate, runMigrationsIn } from "./migrate.ts";

// People may upgrade from any earlier version, with rows in every table.

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
let newest: unknown;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.url);
  await client.connect();
  newest = await shape();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Tables whose rows moved to another one. */
const heirs: Record<string, string> = {
  "checkout.experiment_count": "checkout.experiment_sum",
  "affiliate.program": "affiliate.program_version",
};

const versions = knownMigrations().length;

test("rows that were written by any version, into any table, outlive every later one", async () => {
  await client.query(`drop schema if exists ${[...ours, "migrations"].join(", ")} cascade`);
  const written = new Map<string, number>();
  for (let version = 1; version <= versions; version++) {
    await runMigrationsIn(client, { from: version - 1, to: version });
    for (const table of await fill([version])) written.set(table, (written.get(table) ?? 0) + 1);
  }
  expect(await shape()).toEqual(newest);
  expect(written.get("desk.store")).toBe(versions);
  expect(await lossesIn(written)).toEqual([]);
});

test.each([1, Math.ceil(versions / 2), versions - 1])(
  "from version %i in one go, with rows in each table",
  async (applied) => {
    await client.query(`drop schema if exists ${[...ours, "migrations"].join(", ")} cascade`);
    await runMigrationsIn(client, { from: 0, to: applied });
    const filled = await fill([1, 2]);
    expect(filled).toContain("desk.store");

    await migrate(database.url);
    expect(await shape()).toEqual(newest);
    expect(await lossesIn(new Map(filled.map((table) => [table, 2])))).toEqual([]);
  },
);

/** Tables with fewer rows than were written. Migrations also fill new tables from the rows of others. */
async function lossesIn(written: ReadonlyMap<string, number>): Promise<unknown[]> {
  const counts = [...written].map(
    ([name, rows]) => `select '${name}' as name, ${rows} as written, count(*)::int as rows from ${heirs[name] ?? name}`,
  );
  return (await client.query(`select * from (${counts.join(" union all ")}) counted where rows < written`)).rows;
}

test.each([
  ["of an earlier version is dropped", "desk-job", 0],
  ["of another program stays", "mails", 1],
])("a queue %s", async (_, queue, left) => {
  await client.query(`drop schema ${[...ours, "migrations"].join(", ")} cascade`);
  await client.query("create schema pgboss; create table pgboss.queue (name text)");
  await client.query("insert into pgboss.queue values ($1)", [queue]);
  await migrate(database.url);
  const { rowCount } = await client.query("select from pg_namespace where nspname = 'pgboss'");
  expect(rowCount).toBe(left);
});

test("names and prices that people entered for products are known to the checkout service", async () => {
  await client.query(`drop schema if exists ${[...ours, "migrations"].join(", ")} cascade`);
  await runMigrationsIn(client, {
    from: 0,
    to: knownMigrations().findIndex(({ tag }) => tag.endsWith("_product_names")),
  });
  await client.query(`
    insert into desk.store (id, name, currency, time_zone) values ('shop', 'Shop', 'EUR', 'UTC');
    insert into checkout.tenant (store_id, mode, currency, time_zone) values ('shop', 'live', 'EUR', 'UTC');
    insert into checkout.product (tenant_id, id, title, source) select id, 'mug', 'Mug', 'shopify' from checkout.tenant;
    insert into desk.remembered (store_id, mode, kind, id, name, price, currency) values
      ('shop', 'live', 'product', 'mug', 'Old mug', '9', null), ('shop', 'live', 'product', 'tea', 'Tea', '7.005', 'EUR'),
      ('shop', 'live', 'product', 'cup', null, '5', 'USD'), ('shop', 'live', 'product', 'seen', null, null, null)`);
  await migrate(database.url);
  const { rows } = await client.query("select id, title, price::int, source from checkout.product order by id");
  expect(rows).toEqual([
    { id: "cup", title: "cup", price: null, source: "dashboard" },
    { id: "mug", title: "Mug", price: 900, source: "shopify" },
    { id: "tea", title: "Tea", price: 701, source: "dashboard" },
  ]);
});

async function shape(): Promise<unknown> {
  const { rows: columns } = await client.query(
    `select table_schema, table_name, column_name, data_type, is_nullable, column_default, generation_expression
     from information_schema.columns where table_schema = any($1) order by 1, 2, 3`,
    [ours],
  );
  const { rows: indexes } = await client.query(
    "select indexdef from pg_indexes where schemaname = any($1) order by 1",
    [ours],
  );
  const { rows: constraints } = await client.query(
    `select conrelid::regclass::text as of, conname, pg_get_constraintdef(oid) as is from pg_constraint
     where connamespace = any($1::regnamespace[]) order by 1, 2`,
    [`{${ours}}`],
  );
  return { columns, indexes, constraints };
}

/** Writes a row for each number into each table. All columns of a row have the value of its number, so that references match. */
async function fill(numbers: readonly number[]): Promise<string[]> {
  const { rows } = await client.query(
    `select attrelid::regclass::text as of, array_agg(quote_ident(attname) order by attnum) as names,
       array_agg(format_type(atttypid, atttypmod) order by attnum) as types
     from pg_attribute join pg_class c on c.oid = attrelid
     where relnamespace = any($1::regnamespace[]) and attnum > 0 and not attisdropped and attgenerated = '' group by 1`,
    [`{${ours}}`],
  );
  const columns = new Map(rows.map(({ of, ...more }) => [of, more as { names: string[]; types: string[] }]));
  const tables = (await keptTables(client)).map(({ name }) => name);
  const inserts = tables.map((table) => {
    const { names = [], types = [] } = columns.get(table) ?? {};
    const row = (n: number) => `(${types.map((type) => `'${valueFor(type, n)}'::${type}`).join(", ")})`;
    return `insert into ${table} (${names.join(", ")}) overriding system value values ${numbers.map(row).join(", ")}`;
  });
  await client.query(inserts.join(";\n"));
  return tables;
}

function valueFor(type: string, n: number): string {
  if (type.endsWith("[]")) return `{${n}}`;
  if (type.startsWith("timestamp") || type === "date") return new Date(Date.UTC(2026, 0, n)).toISOString();
  if (type === "uuid") return `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
  if (type === "boolean") return n % 2 === 1 ? "true" : "false";
  if (type === "bytea") return `\\x${n.toString(16).padStart(4, "0")}`;
  if (type === "json" || type === "jsonb") return "[]";
  return String(n);
}
