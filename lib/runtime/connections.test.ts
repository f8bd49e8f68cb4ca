// @module-tag long
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { productProcess } from "../../scripts/test/processes.ts";
import { openDatabase } from "../database/client.ts";
import { createApiKey, provision } from "../services/tenants.ts";
import { createTestDatabase } from "../testing/database.ts";

const dataDir = mkdtempSync(join(tmpdir(), "cartwright-connections-"));
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const db = openDatabase(database.url, 2);
  await provision(db, { storeId: "shop", currency: "EUR", timeZone: "UTC" });
  const scopes = ["read:upsells", "write:upsells"] as const;
  ({ key } = await createApiKey(db, { storeId: "shop", mode: "live", name: "Test", scopes: [...scopes] }));
  await db.$client.end();
  client = new pg.Client({ connectionString: database.url, application_name: "test" });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Without the connection of this test. */
async function connections(): Promise<Record<string, number>> {
  const { rows } = await client.query(`select application_name as name, count(*)::int as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and application_name <> 'test' group by 1`);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0);

// The numbers of connections for background work in docs/operations.md.
const ofServices = 7;
const ofWorker = 20;

test("a process uses at most DATABASE_CONNECTIONS connections, and a request that gets none in time is told to retry", async () => {
  const settings = { DATABASE_URL: database.url, CARTWRIGHT_DATA_DIR: dataDir, CARTWRIGHT_SECRET: "s".repeat(40) };
  const { origin } = await productProcess("services", {
    ...settings,
    DATABASE_CONNECTIONS: "3",
    DATABASE_WAIT_MS: "500",
  });
  const ask = () =>
    fetch(`${origin}/services/checkout/v1/upsells`, { headers: { authorization: `Bearer ${key}` } }).then(
      async (answer) => ({
        status: answer.status,
        again: answer.headers.get("retry-after"),
        body: await answer.json(),
      }),
    );
  let most = 0;
  const answers = Promise.all(Array.from({ length: 60 }, ask));
  for (let looks = 0; looks < 20; looks++) {
    most = Math.max(most, sumOf(await connections()));
    await sleep(20);
  }
  await answers;
  expect(most).toBeLessThanOrEqual(3 + ofServices);

  await sleep(1_200);
  // Each request waits for the locked table and keeps its connection.
  await client.query("begin; lock table checkout.upsell in access exclusive mode");
  const held = Array.from({ length: 3 }, ask);
  const waiting = `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'`;
  await expect.poll(async () => (await client.query(waiting)).rows[0].count).toBe(3);
  const { status, again, body } = await ask();
  expect({ status, again, code: body.error.code }).toEqual({ status: 503, again: "2", code: "unavailable" });
  await client.query("commit");
  for (const answer of await Promise.all(held)) expect([200, 429]).toContain(answer.status);
  await expect.poll(async () => (await ask()).status, { timeout: 10_000 }).not.toBe(503);

  const before = sumOf(await connections());
  await productProcess("worker", { ...settings, CARTWRIGHT_DATA_DIR: `${dataDir}/worker` });
  await sleep(1_000);
  expect(sumOf(await connections()) - before).toBeLessThanOrEqual(ofWorker);
});
