// @module-tag long
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "../lib/days.ts";
import { projectDir } from "../lib/runtime/runtime.ts";
import { createTestDatabase } from "../lib/testing/database.ts";
import { command } from "./test/command.ts";
import { startPair } from "./test/standby.ts";

const here = mkdtempSync(join(tmpdir(), "cartwright-export-"));
// An hour after midnight, the day before is complete.
const today = new Date(Date.now() - 3_600_000).toISOString().slice(0, 10);
const [yesterday, before] = [addDays(today, -1), addDays(today, -2)];
let shop: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;

const settings = { CARTWRIGHT_DATA_DIR: join(here, "data"), CARTWRIGHT_SECRET: "y".repeat(43) };

async function exported(folder: string, more: Record<string, string> = {}) {
  const all = { ...settings, DATABASE_URL: shop.url, ...more };
  const { code, said } = await command(["export-events", join(here, folder), "--json"], all);
  return { code, ...JSON.parse(said) };
}

type Line = { store: string; mode: string; id: string; received_at: string };

function readFiles(folder: string): Record<string, Line[]> {
  const paths = readdirSync(join(here, folder), { recursive: true, encoding: "utf8" });
  const files = paths.filter((path) => statSync(join(here, folder, path)).isFile()).toSorted();
  return Object.fromEntries(
    files.map((path) => {
      const text = gunzipSync(readFileSync(join(here, folder, path))).toString("utf8");
      return [
        path,
        text
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line)),
      ];
    }),
  );
}

/** Adds events to one tenant, all received at the same time. */
async function receive(place: string, prefix: string, at: string, count = 1, on = client): Promise<void> {
  const [store, mode] = place.split(".");
  await on.query(
    `insert into checkout.storefront_event (tenant_id, id, type, occurred_at, received_at, data)
     select t.id, $3 || n, 'visit', $4::timestamptz - interval '2 days', $4, json_build_object('visitor_id', 'ü "' || n)
     from checkout.tenant t, generate_series(1, $5) n where store_id = $1 and mode = $2`,
    [store, mode, prefix, at, count],
  );
}

async function setUp(database: string, store: string): Promise<void> {
  const person = ["--email", "o@example.com", "--name", "O", "--password", "a long enough password"];
  const place = ["--store", store, "--currency", "EUR", "--timezone", "Asia/Tokyo"];
  expect(await command(["setup", ...person, ...place], { ...settings, DATABASE_URL: database })).toMatchObject({
    code: 0,
  });
}

beforeAll(async () => {
  shop = await createTestDatabase();
  for (const store of ["one", "two"]) await setUp(shop.url, store);
  client = new pg.Client(shop.url);
  await client.connect();
  await receive("one.live", "last-", `${before}T23:59:59.999Z`, 7_000);
  await receive("two.live", "last-", `${before}T23:59:59.999Z`, 6_000);
  await receive("one.live", "first-", `${yesterday}T00:00:00Z`);
  await receive("one.sandbox", "test-", `${yesterday}T12:00:00.123Z`, 3);
  await receive("one.live", "today-", `${today}T00:00:00Z`);
  await receive("one.live", "old-", `${addDays(today, -89)}T12:00:00Z`);
});
afterAll(async () => {
  await client.end();
  await shop.drop();
  rmSync(here, { recursive: true, force: true });
});

test("each complete day has one file for each store and mode, with each event once", async () => {
  expect(await exported("all")).toMatchObject({ code: 0, from: "primary", events: 13_004 });
  const files = readFiles("all");
  expect(Object.entries(files).map(([path, lines]) => [path, new Set(lines.map(({ id }) => id)).size])).toEqual([
    [`day=${before}/one.live.ndjson.gz`, 7_000],
    [`day=${before}/two.live.ndjson.gz`, 6_000],
    [`day=${yesterday}/one.live.ndjson.gz`, 1],
    [`day=${yesterday}/one.sandbox.ndjson.gz`, 3],
  ]);
  expect(Object.values(files).flat()).toHaveLength(13_004);
  expect(files[`day=${yesterday}/one.sandbox.ndjson.gz`]?.[1]).toEqual({
    store: "one",
    mode: "sandbox",
    id: "test-2",
    type: "visit",
    occurred_at: `${addDays(yesterday, -2)}T12:00:00.123Z`,
    received_at: `${yesterday}T12:00:00.123Z`,
    data: { visitor_id: 'ü "2' },
  });
  expect(statSync(join(here, "all", `day=${yesterday}/one.live.ndjson.gz`)).mode & 0o777).toBe(0o600);
});

test("a second export changes nothing, and a day that is missing is written again", async () => {
  const first = readFiles("all");
  expect(await exported("all")).toMatchObject({ code: 0, events: 0, days: [] });
  rmSync(join(here, "all", `day=${yesterday}`), { recursive: true });
  expect(await exported("all")).toMatchObject({ code: 0, days: [{ day: yesterday, files: 2, events: 4 }] });
  expect(readFiles("all")).toEqual(first);
});

test("an export that is killed leaves only complete days, and the next one writes the rest", async () => {
  const folder = join(here, "killed");
  const child = spawn(process.execPath, [join(projectDir, "scripts/start.mjs"), "admin", "export-events", folder], {
    env: { ...process.env, ...settings, DATABASE_URL: shop.url },
    stdio: "ignore",
  });
  const ended = once(child, "close");
  const begun = () => existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(".unfinished-"));
  while (child.exitCode === null && !begun()) await sleep(1);
  child.kill("SIGKILL");
  await ended;
  expect(readdirSync(folder).filter((name) => name.startsWith(".unfinished-"))).toHaveLength(1);
  expect(await exported("killed")).toMatchObject({ code: 0 });
  expect(readdirSync(folder).toSorted()).toEqual([`day=${before}`, `day=${yesterday}`]);
  expect(readFiles("killed")).toEqual(readFiles("all"));
});

test("a folder that is missing, is a file or cannot be written is named", async () => {
  const run = async (...words: string[]) => {
    const { code, err } = await command(["export-events", ...words], { ...settings, DATABASE_URL: shop.url });
    return { code, err };
  };
  const name = "Name one folder for the events: export-events FOLDER\n";
  expect(await run()).toEqual({ code: 2, err: name });
  expect(await run("a", "b")).toEqual({ code: 2, err: name });
  const file = join(here, "a-file");
  writeFileSync(file, "");
  expect(await run(file)).toEqual({ code: 2, err: `${file} is a file. Name a folder.\n` });
  const below = join(file, "folder");
  expect(await run(below)).toMatchObject({
    code: 1,
    err: expect.stringContaining(`Events cannot be written to ${below}: ENOTDIR`),
  });
});

test("events are read from a standby that keeps up, and else from the primary", { timeout: 60_000 }, async () => {
  const pair = await startPair();
  const primary = new pg.Client(pair.url);
  try {
    await setUp(pair.url, "one");
    await primary.connect();
    await receive("one.live", "last-", `${before}T23:59:59.999Z`, 2, primary);
    const servers = { DATABASE_URL: pair.url, DATABASE_READ_URL: pair.standbyUrl };
    expect(await exported("standby", servers)).toMatchObject({ code: 0, from: "standby", events: 2 });
    await pair.onStandby("select pg_wal_replay_pause()");
    await receive("one.live", "late-", `${yesterday}T00:00:00Z`, 1, primary);
    expect(await exported("late", servers)).toMatchObject({ code: 0, from: "primary", events: 3 });
    await pair.stopStandby();
    expect(await exported("stopped", servers)).toMatchObject({ code: 0, from: "primary", events: 3 });
    expect(readFiles("stopped")).toEqual(readFiles("late"));
  } finally {
    await primary.end();
    await pair.stop();
  }
});
