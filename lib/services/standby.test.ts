// @module-tag long
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Pair, startPair } from "../../scripts/test/standby.ts";
import { affiliate } from "../contract/affiliate/index.ts";
import { checkout } from "../contract/checkout/index.ts";
import { operationsOf } from "../contract/define.ts";
import { type Database, openDatabase } from "../database/client.ts";
import { webhookEndpoint } from "../database/schema/checkout.ts";
import { examineStandby, Standby } from "../database/standby.ts";
import { Metrics } from "../runtime/metrics.ts";
import { switchOn } from "../telemetry.ts";
import { caller, type TestServices } from "../testing/services.ts";
import { make, openShop, type Shop } from "../testing/shop.ts";
import { type Wire, wireTo } from "../testing/wire.ts";
import { createServices } from "./index.ts";
import { standbyReads } from "./standby-reads.ts";

const noLimits = { perSecond: 100_000, perMinute: 100_000, perHour: 100_000 };
let pair: Pair;
let wire: Wire;
let wireUrl: string;
let db: Database;
let standby: Standby;
let metrics: Metrics;
let call: TestServices["call"];
let shop: Shop;

beforeAll(async () => {
  pair = await startPair();
  wire = wireTo(pair.standbyUrl);
  wireUrl = await wire.open();
  db = openDatabase(pair.url, 4);
}, 120_000);
afterAll(async () => {
  await standby.close();
  wire.close();
  await db.$client.end();
  await pair.stop();
});

/** Each test begins with a standby that was found to keep up, and with counters at zero. */
beforeEach(async () => {
  await standby?.close();
  standby = new Standby(wireUrl, db, 4);
  const app = createServices(db, noLimits, standby);
  call = caller(async (path, init) => app.request(`http://test${path}`, init));
  shop = await openShop({ db, call });
  await untilServed();
});

/** Reads orders until the standby answers. */
async function untilServed(): Promise<void> {
  metrics = new Metrics();
  switchOn({ meter: metrics });
  await expect.poll(() => orders().then(() => served().standby), { timeout: 20_000 }).toBe(1);
  metrics = new Metrics();
  switchOn({ meter: metrics });
}

const orders = async (): Promise<number> => (await shop.read("/orders")).body.pagination.total;
const place = (id: string) => shop.send([make.placed(`p${id}`, id, 10)]);

function served() {
  const of = (server: string) =>
    Number(new RegExp(`cartwright_reads_total{server="${server}"} (\\d+)`).exec(metrics.text([]))?.[1] ?? 0);
  return { standby: of("standby"), primary: of("primary") };
}

const ids: Record<string, () => Promise<string>> = {
  "/analytics/upsells/:id": async () => "ups_a",
  "/experiments/:id/breakdown": async () => (await shop.read("/experiments")).body.data[0].id,
  "/orders/:id/events": async () => "o1",
  "/webhooks/:id/logs": async () => {
    const endpoint = { tenantId: shop.tenantId, id: "whk_1", url: "https://hooks.example.com", events: [] };
    await db.insert(webhookEndpoint).values({ ...endpoint, state: "enabled", secret: Buffer.alloc(0) });
    return endpoint.id;
  },
};
const words: Record<string, string> = {
  start_date: "2026-01-01",
  end_date: "2026-01-31",
  by: "day",
  search: "o1",
};

test.each([
  ["checkout", checkout],
  ["affiliate", affiliate],
] as const)("the standby answers every listed read of the %s service, and no other read", async (api, contract) => {
  await place("o1");
  for (const { operation } of operationsOf(contract)) {
    if (operation.method !== "GET") continue;
    const id = (await ids[operation.path]?.()) ?? "none";
    const path = operation.path.replace(":type", "upsell_performance").replace(/:\w+/g, id);
    const query = Object.keys(operation.query?.shape ?? {}).flatMap((name) =>
      words[name] ? [[name, words[name]]] : [],
    );
    const before = served();
    const { status } = await call("GET", `/${api}/v1${path}?${new URLSearchParams(query)}`, { key: shop.key });
    const after = served();
    const isListed = standbyReads.has(operation);
    expect([operation.path, status, after.standby - before.standby, after.primary - before.primary]).toEqual([
      operation.path,
      isListed ? 200 : expect.any(Number),
      isListed ? 1 : 0,
      0,
    ]);
  }
});

test("who has just written something sees it, although the standby stands still", async () => {
  const before = await orders();
  await pair.onStandby("select pg_wal_replay_pause()");
  await place("paused");
  expect(await orders()).toBe(before + 1);
  expect(served()).toMatchObject({ primary: 1 });
  await pair.onStandby("select pg_wal_replay_resume()");
  await untilServed();
  await place("resumed");
  expect(await orders()).toBe(before + 2);
  expect(served()).toEqual({ standby: 1, primary: 0 });
});

test("every write is in the next read of the standby", async () => {
  const before = await orders();
  for (let n = 1; n <= 50; n++) {
    await place(`o${n}`);
    expect(await orders()).toBe(before + n);
  }
  expect(served()).toEqual({ standby: 51, primary: 0 });
});

test("a standby that is down neither fails a read nor delays it, and answers again when it is back", async () => {
  await place("down");
  await pair.stopStandby();
  const began = performance.now();
  for (let n = 0; n < 20; n++) expect(await orders()).toBe(1);
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(served()).toEqual({ standby: 0, primary: 20 });
  await pair.startStandby();
  await untilServed();
});

test("a standby that does not respond delays the reads of a moment by half a second, and none after that", async () => {
  await place("frozen");
  wire.freeze();
  const time = async () => {
    const began = performance.now();
    expect(await orders()).toBe(1);
    return performance.now() - began;
  };
  const first = await Promise.all(Array.from({ length: 8 }, time));
  expect(Math.max(...first)).toBeLessThan(2_500);
  const later = [];
  for (let n = 0; n < 100; n++) later.push(await time());
  expect(Math.max(...later)).toBeLessThan(400);
  expect(served()).toEqual({ standby: 0, primary: 108 });
  wire.thaw();
  await untilServed();
});

test("a read that the standby cuts off is answered by the primary", async () => {
  const reading = standby.read("0/0", async (where) => {
    if (where === db) return "primary";
    await where.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    return "standby";
  });
  expect(await reading).toBe("primary");
});

test.each([
  ["primary", () => pair.url],
  ["stranger", () => process.env.TEST_DATABASE_URL ?? ""],
] as const)("a server that is no standby of the database answers nothing: %s", async (fault, url) => {
  const other = openDatabase(url(), 1);
  expect(await examineStandby(db.$client, other.$client)).toMatchObject({ fault });
  const wrong = new Standby(url(), db, 1);
  for (let n = 0; n < 10; n++) {
    expect(await wrong.read("0/0", async (where) => where === db)).toBe(true);
    await sleep(50);
  }
  await Promise.all([wrong.close(), other.$client.end()]);
});
