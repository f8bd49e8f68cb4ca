// @module-tag long
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { productProcess } from "../../scripts/test/processes.ts";
import { type Pair, startPair } from "../../scripts/test/standby.ts";
import { openDatabase, toBusy } from "../database/client.ts";
import { createApiKey, provision } from "../services/tenants.ts";
import { switchOn } from "../telemetry.ts";
import { openTestDesk } from "../testing/desk.ts";
import { Metrics } from "./metrics.ts";

const dataDir = mkdtempSync(join(tmpdir(), "cartwright-standby-"));
let pair: Pair;
let key: string;

beforeAll(async () => {
  pair = await startPair();
  const db = openDatabase(pair.url, 1);
  await provision(db, { storeId: "shop", currency: "EUR", timeZone: "UTC" });
  ({ key } = await createApiKey(db, { storeId: "shop", mode: "live", name: "Test", scopes: ["read:orders"] }));
  await db.$client.end();
}, 120_000);
afterAll(async () => {
  await pair.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const orders = "/services/checkout/v1/orders";
const isServed = expect.stringMatching(/^cartwright_reads_total\{server="standby"\} [1-9]/m);

test("the services read from DATABASE_READ_URL", async () => {
  const settings = { CARTWRIGHT_DATA_DIR: dataDir, DATABASE_URL: pair.url, DATABASE_READ_URL: pair.standbyUrl };
  const { origin, operations } = await productProcess("services", settings);
  const read = async () => {
    const { status } = await fetch(origin + orders, { headers: { authorization: `Bearer ${key}` } });
    expect([200, 429]).toContain(status);
    return (await fetch(`${operations}/metrics`)).text();
  };
  await expect.poll(read).toEqual(isServed);
  expect(await read()).toMatch(/^cartwright_standby_wait_seconds_count [1-9]/m);
});

test("the dashboard's own calls of the services read from DATABASE_READ_URL", async () => {
  const metrics = new Metrics();
  switchOn({ meter: metrics });
  const desk = await openTestDesk({ DATABASE_URL: pair.url, DATABASE_READ_URL: pair.standbyUrl });
  const { serveEmbedded } = await import("../server/wire/upstream.ts");
  const headers = { authorization: `Bearer ${key}` };
  const read = async () => {
    expect((await serveEmbedded(new Request(`http://desk.test${orders}`, { headers }))).status).toBe(200);
    return metrics.text([]);
  };
  await expect.poll(read).toEqual(isServed);
  await desk.close();
});

test("a server that has become a standby is called busy, even for a table that standbys cannot read", async () => {
  process.env.DATABASE_WAIT_MS = "300";
  const db = openDatabase(pair.standbyUrl, 1);
  for (const statement of [sql`select from desk.rate_budget`, sql`delete from desk.rate_budget`]) {
    const error = await db.execute(statement).catch(toBusy);
    expect(error).toMatchObject({ status: 503, message: "Cartwright is busy. Try again in a moment." });
  }
  await db.$client.end();
});

test("a standby without its primary is refused", async () => {
  const { prepareRuntime } = await import("./runtime.ts");
  Object.assign(process.env, { CARTWRIGHT_DATA_DIR: dataDir, DATABASE_URL: "", DATABASE_READ_URL: pair.standbyUrl });
  await expect(prepareRuntime()).rejects.toThrow("DATABASE_READ_URL is set without DATABASE_URL");
});
