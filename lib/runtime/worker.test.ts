// @module-tag long
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { productProcess, temporaryDirectory } from "../../scripts/test/processes.ts";
import { migrate } from "../database/migrate.ts";
import { createTestDatabase } from "../testing/database.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  await migrate(database.url);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`insert into desk.store (id, name, currency, time_zone) values ('shop', 'Shop', 'EUR', 'UTC')`);
  await client.query(`insert into desk.connection (store_id, mode, api, base_url, key_prefix, key_last_four, key_ciphertext)
    values ('shop', 'live', 'checkout', 'https://checkout.example.com/v1', 'live_', '1234', 'sealed'),
      ('shop', 'sandbox', 'affiliate', 'https://affiliates.example.com/v1', 'test_', '5678', 'sealed')`);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test("a worker reports at its start which API addresses it was not given, and erases no key", async () => {
  const settings = { DATABASE_URL: database.url, CARTWRIGHT_SECRET: "s".repeat(40) };
  const start = (more: object) =>
    productProcess("worker", { ...settings, CARTWRIGHT_DATA_DIR: temporaryDirectory(), ...more });
  const warnings = (said: string) => said.split("\n").filter((line) => line.includes("was not told"));

  const untold = await start({ CHECKOUT_API_URL: "https://checkout.example.com/v1" });
  expect(warnings(untold.said())).toEqual([expect.stringContaining("give it the AFFILIATE_SANDBOX_API_URL of")]);
  expect(untold.said()).not.toMatch(/5678|sealed/);

  const told = await start({
    CHECKOUT_API_URL: "https://checkout.example.com/v1",
    AFFILIATE_SANDBOX_API_URL: "https://affiliates.example.com/v1",
  });
  expect(warnings(told.said())).toEqual([]);
  const { rows } = await client.query("select key_last_four as key from desk.connection order by key");
  expect(rows).toEqual([{ key: "1234" }, { key: "5678" }]);
}, 60_000);
