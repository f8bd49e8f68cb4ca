import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runShutdown } from "../shutdown.ts";
import { type DeliveryTest, openDeliveryTest, quick, until } from "../testing/delivery/delivery.ts";
import { startBackground } from "./background.ts";
import { replayOne } from "./delivery/replay.ts";
import { prune } from "./delivery/retention.ts";

let delivery: DeliveryTest;
beforeEach(async () => {
  delivery = await openDeliveryTest();
});
afterEach(() => delivery.close());

const nowhere = "https://nowhere.invalid/";
const ids = async (table: string, id = "id") =>
  (await delivery.rows<{ id: string }>(`select ${id} as id from checkout.${table} order by 1`)).map((row) => row.id);

/** Creates an event whose only delivery ended with this status, so many days ago. */
async function old(days: number, status = "delivered"): Promise<{ event: string; id: string }> {
  const { id: event } = await delivery.emit();
  const age = sql`now() - make_interval(days => ${days})`;
  await delivery.db.execute(sql`update checkout.event set created_at = ${age} where id = ${event}`);
  const { rows } = await delivery.db.execute<{ id: string }>(sql`
    update checkout.delivery set status = ${status}, created_at = ${age},
      next_attempt_at = case when ${status} in ('pending', 'failed') then now() + interval '1 day' end
    where event_id = ${event} returning id`);
  const id = rows[0]?.id ?? "";
  await delivery.db.execute(sql`
    insert into checkout.attempt (tenant_id, delivery_id, number, started_at) values (${delivery.tenantId}, ${id}, 1, now())`);
  return { event, id };
}

test("deliveries are deleted after 60 days with their attempts and events, but never before they are sent", async () => {
  await delivery.endpoint(nowhere);
  const kept = [await old(59), await old(400, "held"), await old(400, "pending"), await old(400, "failed")];
  for (const status of ["delivered", "exhausted"]) await old(61, status);
  expect(await prune(delivery.db)).toBe(2);
  expect(await ids("delivery")).toEqual(kept.map(({ id }) => id).toSorted());
  expect(await ids("attempt", "delivery_id")).toEqual(kept.map(({ id }) => id).toSorted());
  expect(await ids("event")).toEqual(kept.map(({ event }) => event).toSorted());
  expect(await prune(delivery.db)).toBe(0);
});

test("a lease that a crash left behind is deleted with its delivery", async () => {
  await delivery.endpoint(nowhere);
  const { id } = await old(61, "exhausted");
  await delivery.db.execute(sql`
    insert into checkout.lease (tenant_id, delivery_id, endpoint_id, bulk, token, until, number, started_at)
    select tenant_id, id, endpoint_id, false, gen_random_uuid(), now() - interval '60 days', 1, now() - interval '61 days'
    from checkout.delivery where id = ${id}`);
  expect(await ids("lease", "delivery_id")).toEqual([id]);
  await prune(delivery.db);
  expect(await ids("lease", "delivery_id")).toEqual([]);
});

test("an event is kept as long as one of its deliveries", async () => {
  const { id } = await delivery.endpoint(nowhere);
  const { event, id: first } = await old(61, "exhausted");
  const row = { id: first, endpointId: id, eventId: event, replay: 0, status: "exhausted" };
  const again = await replayOne(delivery.db, delivery.tenantId, row as Parameters<typeof replayOne>[2]);
  expect(await prune(delivery.db)).toBe(1);
  expect([await ids("event"), await ids("delivery")]).toEqual([[event], [again]]);
});

test("a delivery is not deleted while it is being replayed", async () => {
  const { id } = await delivery.endpoint(nowhere);
  const { event, id: first } = await old(61, "exhausted");
  const row = { id: first, endpointId: id, eventId: event, replay: 0, status: "exhausted" };
  await delivery.db.transaction(async (tx) => {
    await replayOne(tx as never, delivery.tenantId, row as Parameters<typeof replayOne>[2]);
    expect(await prune(delivery.db)).toBe(0);
  });
  expect(await ids("event")).toEqual([event]);
  expect(await ids("delivery")).toHaveLength(2);
});

test("old replay jobs, notices and deleted endpoints with their health are deleted as well", async () => {
  const gone = await delivery.endpoint(nowhere);
  const fresh = await delivery.endpoint(nowhere);
  await old(61, "held");
  await delivery.db.execute(sql`update checkout.webhook_endpoint set deleted_at = now() - interval '61 days'
    where id = ${gone.id}`);
  await delivery.rows(`
    insert into checkout.endpoint_health (tenant_id, endpoint_id, failures_in_row, last_failure_at, last_failure)
    select tenant_id, id, 1, now(), '' from checkout.webhook_endpoint`);
  await delivery.rows(`
    insert into checkout.replay_job (tenant_id, endpoint_id, id, since, created_at)
    select ${delivery.tenantId}, '${fresh.id}', days::text, now(), now() - make_interval(days => days)
    from unnest(array[59, 61]) days`);
  await delivery.rows(`
    insert into checkout.notice (tenant_id, id, kind, endpoint_id, delivery_id, message, updated_at, dismissed_at) values
      (1, 'exhausted 59', 'delivery_exhausted', 'a', 'd', '', now() - interval '59 days', null),
      (1, 'exhausted 61', 'delivery_exhausted', 'b', 'd', '', now() - interval '61 days', null),
      (1, 'dismissed 59', 'delivery_exhausted', 'c', 'd', '', now() - interval '99 days', now() - interval '59 days'),
      (1, 'dismissed 61', 'endpoint_paused', 'd', 'd', '', now() - interval '99 days', now() - interval '61 days'),
      (1, 'paused 400', 'endpoint_paused', 'e', 'd', '', now() - interval '400 days', null)`);
  await prune(delivery.db);
  expect(await ids("webhook_endpoint")).toEqual([fresh.id]);
  expect(await ids("endpoint_health", "endpoint_id")).toEqual([fresh.id]);
  // Two endpoints had the event. The delivery that is held for the existing endpoint stays.
  expect(await ids("delivery", "endpoint_id")).toEqual([fresh.id]);
  expect(await ids("replay_job")).toEqual(["59"]);
  expect((await ids("notice")).toSorted()).toEqual(["dismissed 59", "exhausted 59", "paused 400"]);
});

/** Writes an expired delivery and an expired storefront event, and returns a check that both were deleted. */
async function writeOld(): Promise<() => Promise<void>> {
  await delivery.endpoint(nowhere);
  await old(61);
  await delivery.rows(`
    insert into checkout.storefront_event (tenant_id, id, type, occurred_at, received_at, data)
    values (${delivery.tenantId}, 'old', 'order.placed', now(), now() - interval '91 days', '{}')`);
  return () => until(async () => (await ids("delivery")).length + (await ids("storefront_event")).length === 0);
}

test("the background work deletes old rows at its start and ends when it is stopped", async () => {
  const areGone = await writeOld();
  const background = startBackground({ databaseUrl: delivery.url, sessionUrl: delivery.url }, quick);
  await areGone();
  await background.stop();
});

test.each(["worker", "services"])("npm run %s deletes old rows", { tags: "long" }, async (name) => {
  const areGone = await writeOld();
  const child = await delivery.process(`
    Object.assign(process.env, { DATABASE_URL: ${JSON.stringify(delivery.url)}, SERVICES_PORT: "0" });
    await import("./lib/runtime/${name}.ts");`);
  await areGone();
  const end = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  expect(await end).toBe(0);
});

test("the dashboard's process deletes old rows", { tags: "long" }, async () => {
  const areGone = await writeOld();
  Object.assign(process.env, { DATABASE_URL: delivery.url, CARTWRIGHT_ORIGIN: "http://desk.test" });
  const { boot } = await import("../server/boot.ts");
  await boot();
  await areGone();
  await runShutdown();
});
