// @module-tag long
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../lib/testing/database.ts";
import type { Settings } from "./test/app.ts";
import { command } from "./test/command.ts";
import { startPair } from "./test/standby.ts";

const nobody = "http://127.0.0.1:9";
const dataDir = mkdtempSync(join(tmpdir(), "cartwright-doctor-"));
let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
  const person = ["--email", "o@example.com", "--name", "O", "--password", "a long enough password"];
  await command(["setup", ...person, "--store", "shop", "--currency", "EUR", "--timezone", "UTC"], settings());
});

afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const settings = (more: Settings = {}): Settings => ({
  DATABASE_URL: database.url,
  CARTWRIGHT_DATA_DIR: dataDir,
  CARTWRIGHT_SECRET: "s".repeat(40),
  CARTWRIGHT_ORIGIN: nobody,
  ...more,
});

type Finding = { name: string; status: string; what: string; todo?: string };

async function examine(more: Settings = {}): Promise<{ code: number; found: Finding[] }> {
  const { code, out } = await command(["doctor", "--json"], settings(more));
  return { code, found: JSON.parse(out).findings };
}

const troubles = async (more: Settings = {}) =>
  (await examine(more)).found.filter(({ name, status }) => status !== "ok" && name !== "address");

/** Plants a fault in the database, or in one of the same name, and takes it back. */
async function withFault(fault: string, undo: string, more: Settings = {}): Promise<Finding[]> {
  await run(database.url, fault);
  try {
    return await troubles(more);
  } finally {
    await run(database.url, undo);
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

const databaseName = () => new URL(database.url).pathname.slice(1);

test("a healthy installation that is not running has one warning, and the command exits with 0", async () => {
  const { code, found } = await examine();
  expect(code).toBe(0);
  expect(found.filter(({ status }) => status !== "ok")).toEqual([
    {
      name: "address",
      status: "warning",
      what: expect.stringContaining(`${nobody}/health/ready answers`),
      todo: expect.stringContaining("Start Cartwright"),
    },
  ]);
  expect(found.map(({ name }) => name)).toEqual(
    ["disk", "database", "migrations", "sessions", "connections", "replicas", "reads", "clock", "keys"].concat([
      "work",
      "settings",
      "audit",
      "audit file",
      "address",
      "APIs",
      "mail",
    ]),
  );
});

test("people read the findings line by line, with what to do below", async () => {
  const { out, code } = await command(["doctor"], settings({ SMTP_URL: "smtp://127.0.0.1:9" }));
  expect(code).toBe(1);
  expect(out).toMatch(/^ok {6}disk {8}[\d,]+ MB are free/m);
  expect(out).toMatch(/^FAILED {2}mail {8}The mail server of SMTP_URL refuses: .+\n {20}→ Correct SMTP_URL\.$/m);
});

test("a database that refuses is found, and its password is not printed", async () => {
  const url = "postgres://cartwright:hunter2@127.0.0.1:9/cartwright";
  const { code, found } = await examine({ DATABASE_URL: url });
  expect(code).toBe(1);
  expect(found).toContainEqual({
    name: "database",
    status: "failed",
    what: expect.stringContaining("The database of DATABASE_URL at 127.0.0.1:9 refuses connections"),
    todo: "Start the server, or correct DATABASE_URL.",
  });
  expect(JSON.stringify(found)).not.toContain("hunter2");
  expect(await troubles({ DATABASE_SESSION_URL: url })).toMatchObject([{ name: "database" }]);
});

test("a database without the migrations is found and left as it is, until it is migrated", async () => {
  const empty = `${databaseName()}_empty`;
  await run(database.url, `create database ${empty}`);
  const url = Object.assign(new URL(database.url), { pathname: empty }).href;
  try {
    const found = await troubles({ DATABASE_URL: url });
    expect(found).toMatchObject([{ name: "migrations", status: "failed", what: /has 0 migrations/ }].map(asText));
    expect(await troubles({ DATABASE_URL: url })).toEqual(found);
    expect(await command(["migrate"], settings({ DATABASE_URL: url }))).toMatchObject({ code: 0 });
    expect(await troubles({ DATABASE_URL: url })).toEqual([]);
  } finally {
    await run(database.url, `drop database ${empty}`);
  }
});

const asText = <T extends { what: RegExp }>(finding: T) => ({ ...finding, what: expect.stringMatching(finding.what) });

test("a database of a newer version is found", async () => {
  const newer = "insert into migrations.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)";
  const found = await withFault(newer, "delete from migrations.__drizzle_migrations where hash = 'newer'");
  expect(found).toMatchObject([{ name: "migrations", todo: expect.stringContaining("A newer Cartwright") }]);
});

test("a database from before the first release is found, and nobody is told to start Cartwright on it", async () => {
  const table = "migrations.__drizzle_migrations";
  const found = await withFault(
    `update ${table} set created_at = created_at - 1`,
    `update ${table} set created_at = created_at + 1`,
  );
  expect(found).toMatchObject([{ name: "migrations", todo: expect.stringContaining("from before 0.1.0") }]);
});

test("a standby that is down, late, of another database or no standby is found", async () => {
  const pair = await startPair();
  const reads = async (url: string) => {
    const { found } = await examine({ DATABASE_URL: pair.url, DATABASE_READ_URL: url });
    return found.find(({ name }) => name === "reads");
  };
  try {
    expect(await reads(pair.standbyUrl)).toMatchObject({ status: "ok", what: expect.stringContaining("keeps up") });
    const wrong = { status: "failed", todo: expect.stringContaining("to a standby of this database") };
    expect(await reads(pair.url)).toMatchObject({ ...wrong, what: expect.stringContaining("is not a standby.") });
    expect(await reads(database.url)).toMatchObject({ ...wrong, what: expect.stringContaining("another database.") });
    await pair.onStandby("select pg_wal_replay_pause()");
    await pair.onPrimary("create table late ()");
    expect(await reads(pair.standbyUrl)).toMatchObject({
      status: "warning",
      what: expect.stringMatching(/is late: the last change that it has is \d+ s old\.$/),
      todo: expect.stringContaining("whether its replay is paused"),
    });
    await pair.stopStandby();
    const down = { status: "failed", what: expect.stringContaining("refuses: connect ECONNREFUSED") };
    expect(await reads(pair.standbyUrl)).toMatchObject(down);
  } finally {
    await pair.stop();
  }
});

test("a clock that is wrong is found", async () => {
  const found = await withFault(
    `create schema wrong;
     create function wrong.clock_timestamp() returns timestamptz language sql
       as $$ select pg_catalog.clock_timestamp() + interval '7 seconds' $$;
     alter database ${databaseName()} set search_path = wrong, pg_catalog, public`,
    `alter database ${databaseName()} reset search_path; drop schema wrong cascade`,
  );
  expect(found).toMatchObject([{ name: "clock", status: "failed", what: /differ by (6\.9|7\.\d) s/ }].map(asText));
});

test("connections that run short are found", async () => {
  const name = databaseName();
  const others = Array.from({ length: 12 }, () => new pg.Client(database.url));
  for (const other of others) await other.connect();
  const found = await withFault(
    `alter database ${name} connection limit 15`,
    `alter database ${name} connection limit -1`,
    { DATABASE_CONNECTIONS: "3" },
  ).finally(() => Promise.all(others.map((other) => other.end())));
  expect(found).toMatchObject([{ name: "connections", status: "warning", what: /^1[345] of 15 / }].map(asText));
});

test("keys that do not open are counted", async () => {
  const found = await troubles({ CARTWRIGHT_SECRET: "another secret that nothing was stored with" });
  expect(found).toMatchObject([{ name: "keys", what: /^4 stored keys and secrets do not open/ }].map(asText));
});

test("keys for another address are found, and so is an API that does not answer", async () => {
  const found = await troubles({ CHECKOUT_API_URL: `${nobody}/v1` });
  expect(found).toMatchObject(
    [
      { name: "settings", status: "warning", what: /CHECKOUT_API_URL/ },
      { name: "APIs", status: "failed", what: /^CHECKOUT_API_URL answers/ },
    ].map(asText),
  );
});

test("a file of the activity that cannot be written, or lacks entries, is found", async () => {
  const missing = join(dataDir, "missing", "audit.ndjson");
  expect(await troubles({ AUDIT_FILE: missing })).toMatchObject([{ name: "audit file", status: "failed" }]);
  const behind = { name: "audit file", status: "warning", what: /lacks the latest \d+ entr/ };
  expect(await troubles({ AUDIT_FILE: join(dataDir, "audit.ndjson") })).toMatchObject([behind].map(asText));
});

test("a job and a mail that nobody takes are found", async () => {
  const found = await withFault(
    `insert into desk.job (id, store_id, mode, kind, resource, params, created_by, created_by_name, acts_for, role, due_at)
     values ('stuck', 'shop', 'live', 'export_csv', 'bundles', '{}', 'x', 'X', 'x', 'owner', now() - interval '1 hour');
     insert into desk.mail (id, store_id, mode, kind, "to", locale, about, once, state, next_at)
     values ('stuck', 'shop', 'live', 'payout_sent', 'm@example.com', 'en', '{}', 'x', 'queued', now() - interval '1 hour')`,
    "delete from desk.job where id = 'stuck'; delete from desk.mail where id = 'stuck'",
    { SMTP_URL: "smtp://127.0.0.1:9" },
  );
  expect(found).toMatchObject(
    [
      { name: "work", what: /^The oldest of the due jobs has waited for 60 minutes/ },
      { name: "work", what: /^The oldest of the due mails/ },
      { name: "mail", what: /SMTP_URL refuses/ },
    ].map(asText),
  );
});

test("an address without encryption is named", async () => {
  const { found } = await examine({ CARTWRIGHT_ORIGIN: "http://desk.invalid" });
  expect(found.filter(({ name }) => name === "address")).toMatchObject(
    [{ what: /health\/ready answers/ }, { status: "warning", what: /not encrypted/ }].map(asText),
  );
});
