// @module-tag long
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { restoreBackup } from "../lib/database/backup/restore.ts";
import { keptTables, readSequences } from "../lib/database/backup/tables.ts";
import { writeBackup } from "../lib/database/backup/write.ts";
import { openDatabase } from "../lib/database/client.ts";
import { knownMigrations } from "../lib/database/migrate.ts";
import { createServices } from "../lib/services/index.ts";
import { addMigration, createTestDatabase } from "../lib/testing/database.ts";
import { command } from "./test/command.ts";

const here = mkdtempSync(join(tmpdir(), "cartwright-backup-"));
const small = join(here, "small.sql.gz");
let shop: Awaited<ReturnType<typeof createTestDatabase>>;
let fresh: Awaited<ReturnType<typeof createTestDatabase>>;
let key: string;
let atFirst: Awaited<ReturnType<typeof everything>>;
let full: Awaited<ReturnType<typeof everything>>;

async function admin(database: string, ...words: string[]) {
  const settings = { DATABASE_URL: database, CARTWRIGHT_DATA_DIR: here, CARTWRIGHT_SECRET: undefined };
  const { code, said } = await command(words, settings);
  return { code, said };
}

beforeAll(async () => {
  shop = await createTestDatabase();
  fresh = await createTestDatabase();
  const owner = ["--email", "o@example.com", "--name", "O", "--password", "a long enough password"];
  const place = ["--store", "shop", "--currency", "EUR", "--timezone", "Europe/Berlin"];
  expect(await admin(shop.url, "setup", ...owner, ...place)).toMatchObject({ code: 0 });
  await writeBackup(shop.url, small, { secret_check: "" });
  atFirst = await everything(shop.url);
  expect(await admin(shop.url, "demo", "--store", "shop", "--visits", "60000")).toEqual({
    code: 0,
    said: expect.anything(),
  });
  const made = await admin(shop.url, ..."keys create --store shop --mode sandbox --scopes read:upsells".split(" "));
  key = made.said.trim().split("\n").at(-1) as string;
});

afterAll(async () => {
  await shop.drop();
  await fresh.drop();
  rmSync(here, { recursive: true, force: true });
});

async function on<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The number and checksum of the rows of every table, and the value of each sequence. */
const everything = (database: string) =>
  on(database, async (client) => {
    const tables: Record<string, unknown> = {};
    for (const { name } of await keptTables(client)) {
      // The audit records the restore itself.
      if (name === "desk.audit_head") continue;
      const without = name === "desk.audit" ? "where operation <> 'restore'" : "";
      const { rows } = await client.query(
        `select count(*)::int as rows, sum(hashtextextended(t::text, 0)) as sum from ${name} t ${without}`,
      );
      tables[name] = rows[0];
    }
    return { tables, sequences: await readSequences(client) };
  });

test("a restore brings back every row of every table, and the services respond from it", async () => {
  const file = join(here, "shop.sql.gz");
  const backup = await admin(shop.url, "backup", file, "--json");
  expect(backup.said).toContain('"with_secret":false');
  full = await everything(shop.url);
  expect(Object.keys(full.tables).length).toBeGreaterThan(60);
  expect(full.tables["checkout.delivery"]).toMatchObject({ rows: expect.any(Number) });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const secret = readFileSync(join(here, "secret"), "utf8").trim();
  expect(gunzipSync(readFileSync(file)).includes(secret)).toBe(false);

  const restored = await admin(fresh.url, "restore", file);
  expect(restored).toEqual({ code: 0, said: expect.stringContaining("Start Cartwright again.") });
  expect(await everything(fresh.url)).toEqual(full);
  const db = openDatabase(fresh.url, 2);
  const asked = { headers: { authorization: `Bearer ${key}` } };
  const answer = await createServices(db).request("/services/checkout/v1/upsells", asked);
  expect([answer.status, (await answer.json()).data.length]).toEqual([200, 20]);
  await db.$client.end();
  expect((await admin(fresh.url, "audit", "verify", "--store", "shop")).said).toContain(
    "The audit chain of shop is intact",
  );
});

/** Each makes another damaged file of a backup. */
const damages: [damage: string, make: (text: Buffer) => Buffer, said: string][] = [
  ["a changed letter", changed, "its sum is another"],
  ["half of the file", () => readFileSync(small).subarray(0, statSync(small).size / 2), "cut off"],
  ["no end", (text) => gzipSync(text.subarray(0, text.lastIndexOf("-- Cartwright end"))), "cut off"],
  ["another program’s statements", () => gzipSync(Buffer.from("drop table desk.store;\n")), "no backup of Cartwright"],
  ["a statement more", edited("begin;\n", "begin;\ndelete from desk.store;\n"), "holds what"],
  ["plain text", () => Buffer.from("nothing"), "no backup, or it is damaged"],
  ["another migration", edited(/"at":\d+/, '"at":1'), "is of another Cartwright"],
  ["half a first line", () => gzipSync("-- Cartwright backup {\n"), "first or last line"],
  ["a first line alone", () => gzipSync('-- Cartwright backup {"format":1}\n'), "first or last line"],
  ["a command for the terminal", edited(/"made_at":"/, '"made_at":"\\u001b[2J'), "first or last line"],
  ["an empty last line", edited(/(?<=-- Cartwright end ).*/, "{}"), "first or last line"],
  ["a line without an end", () => gzipSync(Buffer.alloc(80 * 1024 * 1024, "x")), "one of its lines does not end"],
];

function changed(text: Buffer): Buffer {
  const copy = Buffer.from(text);
  copy[copy.indexOf("o@example.com")] = "x".charCodeAt(0);
  return gzipSync(copy);
}

function edited(from: string | RegExp, to: string) {
  return (text: Buffer) => gzipSync(text.toString().replace(from, to));
}

test.each(damages)("a restore of a backup with %s is refused", async (_, make, said) => {
  const path = join(here, "damaged");
  writeFileSync(path, make(gunzipSync(readFileSync(small))));
  await expect(restoreBackup(fresh.url, path, { force: true })).rejects.toThrow(said);
});

test("a restore replaces existing data only with --force, and a refused restore changes nothing", async () => {
  await expect(restoreBackup(fresh.url, small)).rejects.toThrow("This database is not empty.");
  expect(await everything(fresh.url)).toEqual(full);
  await on(fresh.url, (client) => client.query("update desk.store set name = 'Changed since'"));
  await restoreBackup(fresh.url, small, { force: true });
  expect(await everything(fresh.url)).toEqual(atFirst);
});

test("a restore is refused while Cartwright still runs on the database", async () => {
  const db = openDatabase(fresh.url, 1);
  await db.execute("select 1");
  await expect(restoreBackup(fresh.url, small, { force: true })).rejects.toThrow("still running on this database");
  await db.$client.end();
});

test("a restore with another secret names the missing secret, which --with-secret includes in the backup", async () => {
  const secret = readFileSync(join(here, "secret"), "utf8");
  const whole = join(here, "whole.sql.gz");
  expect((await admin(shop.url, "backup", whole, "--with-secret")).said).toContain("so it opens everything");
  writeFileSync(join(here, "secret"), `${"another secret ".repeat(4)}\n`);
  const refused = await admin(fresh.url, "restore", small, "--force");
  expect(refused).toEqual({
    code: 1,
    said: expect.stringContaining("need another secret than this installation has"),
  });
  expect(await admin(fresh.url, "restore", whole, "--force")).toMatchObject({ code: 0 });
  expect(readFileSync(join(here, "secret"), "utf8")).toBe(secret);
});

test("a backup whose secret was exchanged is refused, and the installation keeps its own", async () => {
  const file = join(here, "own.sql.gz");
  const own = join(here, "secret");
  const before = readFileSync(own, "utf8");
  expect(await admin(shop.url, "backup", file, "--with-secret")).toMatchObject({ code: 0 });
  const text = gunzipSync(readFileSync(file)).toString();
  expect(text).toContain(`"secret":"${before.trim()}"`);
  writeFileSync(file, gzipSync(text.replace(/"secret":"[^"]+"/, `"secret":"${"a".repeat(43)}"`)));
  const { code, said } = await admin(fresh.url, "restore", file, "--force");
  expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining("not the one that its stored keys need") });
  expect(readFileSync(own, "utf8")).toBe(before);
});

test("a restore migrates an older backup", async () => {
  const known = knownMigrations();
  const older = join(here, "older.sql.gz");
  await on(fresh.url, async (client) => {
    await client.query("drop schema desk, checkout, affiliate, migrations cascade");
    const { runMigrationsIn } = await import("../lib/database/migrate.ts");
    await runMigrationsIn(client, { from: 0, to: known.length });
    await client.query("insert into desk.store (id, name, currency, time_zone) values ('old', 'Old', 'EUR', 'UTC')");
  });
  await writeBackup(fresh.url, older, { secret_check: "" });
  const migrations = addMigration("alter table desk.store add column later text not null default 'later'");
  await restoreBackup(fresh.url, older, { force: true, migrations });
  const seen = await on(fresh.url, async (client) => [
    (await client.query("select id, later from desk.store")).rows,
    (await client.query("select count(*)::int as applied from migrations.__drizzle_migrations")).rows[0].applied,
  ]);
  expect(seen).toEqual([[{ id: "old", later: "later" }], known.length + 1]);
});

test("a backup from before the first release is refused with a reason", async () => {
  const file = join(here, "unreleased.sql.gz");
  const text = gunzipSync(readFileSync(small)).toString();
  const at = knownMigrations()[0]?.when ?? 0;
  writeFileSync(file, gzipSync(text.replace(/"migrations":\{[^}]*\}/, `"migrations":{"applied":1,"at":${at - 1}}`)));
  const { code, said } = await admin(fresh.url, "restore", file, "--force");
  expect({ code, said }).toEqual({
    code: 1,
    said: expect.stringContaining("is from before 0.1.0, which no release can restore"),
  });
});

test("psql can load a backup, where it is installed", async (context) => {
  try {
    execFileSync("psql", ["--version"]);
  } catch {
    context.skip();
  }
  await on(fresh.url, async (client) => {
    await client.query("drop schema desk, checkout, affiliate, migrations cascade");
    const { runMigrationsIn } = await import("../lib/database/migrate.ts");
    await runMigrationsIn(client, { from: 0, to: knownMigrations().length });
  });
  execFileSync("psql", ["-q", "-v", "ON_ERROR_STOP=1", fresh.url], { input: gunzipSync(readFileSync(small)) });
  expect(await everything(fresh.url)).toEqual(atFirst);
});
