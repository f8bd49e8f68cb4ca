import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensurePostgres, type Postgres } from "../runtime/postgres.ts";
import { run } from "../testing/database.ts";
import { mayChangeAudit, migrateAsOwner } from "./app-role.ts";
import { ours } from "./backup/tables.ts";
import { migrate } from "./migrate.ts";

// The tables belong to a role that only migrates, and the app has another one.
const [owner, app] = ["owner of tables", "app"];
const dataDir = mkdtempSync(join(tmpdir(), "cartwright-roles-"));
let postgres: Postgres;
let client: pg.Client;

const urlFor = (role: string) =>
  Object.assign(new URL(postgres.url), { username: encodeURIComponent(role), password: "secret" }).href;

beforeAll(async () => {
  postgres = await ensurePostgres({ dataDir, durable: false });
  const { adminPassword } = JSON.parse(readFileSync(join(dataDir, "postgres.json"), "utf8"));
  const admin = Object.assign(new URL(postgres.url), { username: "postgres", password: adminPassword }).href;
  for (const role of [owner, app]) await run(admin, `create role "${role}" login password 'secret'`);
  await run(admin, `grant create on database cartwright to "${owner}"`);
});

afterAll(async () => {
  await client?.end();
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test("the app's role cannot migrate, and the error says who can", async () => {
  await expect(migrate(urlFor(app))).rejects.toThrow(/may not migrate.*MIGRATION_DATABASE_URL/);
});

test("after the owner has migrated, the app starts, uses every table, and only adds to the activity", async () => {
  await expect(migrateAsOwner(urlFor(owner), urlFor(owner))).rejects.toThrow(/must be another one/);
  await migrateAsOwner(urlFor(owner), urlFor(app));
  await migrateAsOwner(urlFor(owner), urlFor(app));
  await migrate(urlFor(app));
  client = new pg.Client(urlFor(app));
  await client.connect();
  const { rows } = await client.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any ($1)
       and not (has_table_privilege(format('%I.%I', schemaname, tablename), 'select')
         and has_table_privilege(format('%I.%I', schemaname, tablename), 'insert')
         and has_table_privilege(format('%I.%I', schemaname, tablename), 'update')
         and has_table_privilege(format('%I.%I', schemaname, tablename), 'delete'))`,
    [ours],
  );
  expect(rows).toEqual([{ name: "desk.audit" }]);
  await client.query(`insert into desk.audit (store_id, seq, prev_hash, hash, at, actor_kind, actor_id, actor_name, api,
      resource, operation, method, path, outcome)
    values ('shop', 1, '', '', now(), 'system', 'x', 'X', 'desk', 'notes', 'add', 'POST', '/notes', 'ok')`);
  for (const statement of [
    "update desk.audit set actor_name = 'Nobody'",
    "delete from desk.audit",
    "truncate desk.audit",
    "alter table desk.audit disable trigger audit_stays",
    "drop table desk.audit",
  ])
    await expect(client.query(statement), statement).rejects.toMatchObject({ code: "42501" });
});

test("whether a role could change the activity is told apart", async () => {
  expect(await mayChangeAudit(client as never)).toEqual({ role: app, may: false });
  const other = new pg.Client(urlFor(owner));
  await other.connect();
  expect(await mayChangeAudit(other as never)).toEqual({ role: owner, may: true });
  await other.end();
});
