import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Database, openDatabase } from "./database/client.ts";
import { knownMigrations, migrate } from "./database/migrate.ts";
import { readHealth } from "./health.ts";
import { startPulse } from "./repeat.ts";
import { provision } from "./services/tenants.ts";
import { createTestDatabase } from "./testing/database.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.url, 2);
  await provision(db, { storeId: "shop", currency: "EUR", timeZone: "UTC" });
});

afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

/** Loads the module again, because it reuses a result for a second. */
function health(options = {}) {
  vi.resetModules();
  return import("./health.ts").then((fresh) => fresh.readHealth(db.$client, options));
}

test("a database that is up to date and has nothing to do is ready", async () => {
  const { status, failing, checks } = await health();
  expect([status, failing]).toEqual(["ready", []]);
  const known = knownMigrations().length;
  expect(checks.migrations).toEqual({ status: "ok", applied: known, known });
  expect(checks.queue).toEqual({ status: "ok", seconds: { deliveries: 0, jobs: 0 } });
});

test("work that is due and has no worker is late, and makes only a worker process unready", async () => {
  await db.execute(sql`
    insert into checkout.webhook_endpoint (tenant_id, id, url, events, state, secret)
    select id, 'wh_1', 'https://a.test', '{order.edited}', 'enabled', '\\x00' from checkout.tenant where mode = 'live'`);
  await db.execute(sql`
    insert into checkout.delivery (tenant_id, id, endpoint_id, event_id, event_type, status, next_attempt_at)
    select id, 'd_' || n, 'wh_1', 'e_' || n, 'order.edited', 'pending', now() - n * interval '1 hour'
    from checkout.tenant, generate_series(0, 2) n where mode = 'live'`);
  const late = { late: ["deliveries"], seconds: { deliveries: 7200, jobs: 0 } };
  const calm = await health();
  expect([calm.status, calm.failing]).toEqual(["ready", []]);
  expect(calm.checks.queue).toEqual({ status: "late", ...late });
  const worker = await health({ lateFails: true });
  expect([worker.status, worker.failing]).toEqual(["not_ready", ["queue"]]);

  // With a delivery in progress, the speed of the endpoint is its own.
  await db.execute(sql`
    insert into checkout.lease (tenant_id, delivery_id, endpoint_id, bulk, token, until, number, started_at)
    select id, 'd_2', 'wh_1', false, gen_random_uuid(), now() + interval '1 minute', 1, now()
    from checkout.tenant where mode = 'live'`);
  expect((await health()).checks.queue?.status).toBe("ok");
  await db.execute(sql`delete from checkout.lease`);
  await db.execute(sql`update checkout.webhook_endpoint set state = 'disabled'`);
  expect((await health()).checks.queue?.status).toBe("ok");
});

test("a background loop that hangs is named", async () => {
  const now = vi.spyOn(performance, "now");
  const pulse = startPulse("jobs");
  now.mockReturnValue(performance.now() + 61_000);
  const { status, failing, checks } = await health();
  now.mockRestore();
  expect([status, failing]).toEqual(["not_ready", ["workers"]]);
  expect(checks.workers).toMatchObject({ silent: ["jobs"] });
  pulse.end();
  expect((await health()).status).toBe("ready");
});

test("a database without the latest migrations is not ready; a newer one serves the running old version but refuses its next start", async () => {
  const table = sql.raw("migrations.__drizzle_migrations");
  const newest = sql`(select max(created_at) from ${table})`;
  await db.execute(sql`update ${table} set created_at = created_at - 1 where created_at = ${newest}`);
  expect(await health()).toMatchObject({ status: "not_ready", failing: ["migrations"] });

  await db.execute(sql`update ${table} set created_at = created_at + 2 where created_at = ${newest}`);
  expect(await health()).toMatchObject({ status: "ready" });
  await expect(migrate(database.url)).rejects.toThrow(/brought up to date by a newer Cartwright .* Start that one, or/);
});

test("without a database, the report names only the failure, and it is checked at most once a second", async () => {
  const gone = openDatabase("postgres://nobody:canary@127.0.0.1:1/none", 1);
  const asked = vi.spyOn(gone.$client, "query");
  const [health] = await Promise.all([readHealth(gone.$client), readHealth(gone.$client)]);
  expect(health).toMatchObject({
    status: "not_ready",
    failing: ["database"],
    checks: { database: { status: "failed" } },
  });
  expect(JSON.stringify(health)).not.toMatch(/canary|127\.0\.0\.1|nobody/);
  expect(asked).toHaveBeenCalledTimes(1);
  await gone.$client.end();
});
