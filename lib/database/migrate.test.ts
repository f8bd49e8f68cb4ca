import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addMigration, createTestDatabase } from "../testing/database.ts";
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

test("a database of any earlier version is migrated in one go, with rows in each table", async () => {
  const later = addMigration("alter table desk.store add column later text not null default 'later'");
  for (const applied of new Set([1, Math.ceil(versions / 2), versions])) {
    await client.query(`drop schema if exists ${[...ours, "migrations"].join(", ")} cascade`);
    await runMigrationsIn(client, { from: 0, to: applied });
    const filled = await fill([1, 2]);
    expect(filled).toContain("desk.store");

    await migrate(database.url);
    expect(await shape()).toEqual(newest);
    expect(await lossesIn(new Map(filled.map((table) => [table, 2])))).toEqual([]);
    await migrate(database.url, later);
    expect((await client.query("select distinct later from desk.store")).rows).toEqual([{ later: "later" }]);
    expect(await lossesIn(new Map(filled.map((table) => [table, 2])))).toEqual([]);
  }
});

test("changes that waited to be sent become jobs, whose undo window ends when it did before", async () => {
  await client.query(`drop schema if exists ${[...ours, "migrations"].join(", ")} cascade`);
  await runMigrationsIn(client, { from: 0, to: 1 });
  await client.query(`
    insert into desk.store (id, name, currency, time_zone) values ('s', 'S', 'EUR', 'UTC');
    insert into desk.held_write
      (id, batch, store_id, mode, api, resource, operation, record_id, label, input, person_id, person_name, state, send_at)
    select 'hw_' || n, batch, 's', 'live', 'checkout', 'upsells', 'delete', record, 'Belt', '{"params":{"id":"ups"}}',
      'ann', 'Ann', state, '2026-12-01T00:00:00Z'
    from (values (1, 'held_a', 'ups_1', 'held'), (2, 'held_a', 'ups_2', 'held'), (3, 'held_b', 'ups_3', 'sending'),
      (4, 'held_b', 'ups_4', 'done'), (5, 'held_c', 'ups_5', 'done'), (6, 'held_d', 'ups_6', 'undone'))
      written (n, batch, record, state)`);

  await migrate(database.url);
  const { rows: jobs } = await client.query(
    "select id, kind, state, params, acts_for, total, waiting, sending, done, due_at from desk.job order by id",
  );
  const params = { api: "checkout", resource: "upsells", operation: "delete" };
  const all = { kind: "delayed_changes", params, acts_for: "ann", total: 2, due_at: new Date("2026-12-01T00:00:00Z") };
  expect(jobs).toEqual([
    { ...all, id: "job_held_a", state: "queued", waiting: 2, sending: 0, done: 0 },
    { ...all, id: "job_held_b", state: "running", waiting: 0, sending: 1, done: 1 },
  ]);
  const { rows: items } = await client.query("select job_id, n, record_id, state from desk.job_item order by 1, 2");
  expect(items.map(({ job_id, n, record_id, state }) => [job_id, Number(n), record_id, state])).toEqual([
    ["job_held_a", 1, "ups_1", "waiting"],
    ["job_held_a", 2, "ups_2", "waiting"],
    ["job_held_b", 1, "ups_3", "sending"],
    ["job_held_b", 2, "ups_4", "done"],
  ]);
});

test("counts of records by affiliate join those of all, by day of creation", async () => {
  await client.query(`drop schema if exists ${[...ours, "migrations"].join(", ")} cascade`);
  await runMigrationsIn(client, { from: 0, to: 2 });
  await client.query(`
    insert into affiliate.tenant (id, store_id, mode, currency, time_zone) overriding system value values (7, 's', 'live', 'EUR', 'UTC');
    insert into affiliate.record_count (tenant_id, kind, sort, status, bucket, count) values
      (7, 'commission', 'created_at', 'pending', ${Date.UTC(2026, 2, 1)}, 3), (7, 'commission', 'amount', 'pending', 1200, 3);
    insert into affiliate.affiliate_count (tenant_id, affiliate_id, kind, status, bucket, count)
    values (7, 'aff_1', 'commission', 'pending', ${Date.UTC(2026, 2, 1)}, 2)`);
  await migrate(database.url);
  const { rows } = await client.query(
    "select affiliate_id, kind, status, day::text, count::int from affiliate.record_count order by affiliate_id",
  );
  const both = { kind: "commission", status: "pending", day: "2026-03-01" };
  expect(rows).toEqual([
    { affiliate_id: "", ...both, count: 3 },
    { affiliate_id: "aff_1", ...both, count: 2 },
  ]);
});

test("a database from before the first release is refused with a reason, and stays as it is", async () => {
  await client.query(`drop schema if exists ${[...ours, "migrations"].join(", ")} cascade`);
  await runMigrationsIn(client, { from: 0, to: 1 });
  const before = "select hash, created_at from migrations.__drizzle_migrations order by created_at";
  await client.query("update migrations.__drizzle_migrations set created_at = created_at - 2");
  await client.query(
    "insert into migrations.__drizzle_migrations (hash, created_at) select hash, created_at + 1 from migrations.__drizzle_migrations",
  );
  const { rows } = await client.query(before);
  await expect(migrate(database.url)).rejects.toThrow(/from before 0\.1\.0, which no release can migrate/);
  expect((await client.query(before)).rows).toEqual(rows);
});

/** Tables whose rows a migration has moved to others. */
const moved = ["desk.held_write", "affiliate.affiliate_count"];

/** Tables with fewer rows than were written. Migrations also fill new tables from the rows of others. */
async function lossesIn(written: ReadonlyMap<string, number>): Promise<unknown[]> {
  const counts = [...written]
    .filter(([name]) => !moved.includes(name))
    .map(([name, rows]) => `select '${name}' as name, ${rows} as written, count(*)::int as rows from ${name}`);
  return (await client.query(`select * from (${counts.join(" union all ")}) counted where rows < written`)).rows;
}

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
