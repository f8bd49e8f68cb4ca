import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type EventType, eventTypes, sample } from "../../../contract/events.ts";
import { member, store, user } from "../../../database/schema/desk.ts";
import { emitAll, type NewEvent } from "../../../services/delivery/emit.ts";
import { startDeliveryWorker, type Worker } from "../../../services/delivery/worker.ts";
import { quick, type Receiver, startReceiver, until } from "../../../testing/delivery/delivery.ts";
import { openTestDesk } from "../../../testing/desk.ts";
import { JobsDesk } from "../../../testing/jobs/jobs.ts";

// A job sends deliveries of the embedded service again, to a receiver that counts them.

let desk: Awaited<ReturnType<typeof openTestDesk>>;
let operations: typeof import("../../wire/perform-call.ts");
let work: { stop(): Promise<void> };
let deliveries: Worker;
let receiver: Receiver;
let shop: JobsDesk;
let endpoint: string;
let stores = 0;

beforeAll(async () => {
  desk = await openTestDesk({ CHECKOUT_API_URL: "", WEBHOOK_ALLOWED_HOSTS: "127.0.0.1", LOG_LEVEL: "silent" });
  operations = await import("../../wire/perform-call.ts");
  const { startJobs } = await import("./workers.ts");
  work = startJobs({ pollMs: 200 });
  deliveries = startDeliveryWorker(process.env.DATABASE_URL ?? "", quick);
  receiver = await startReceiver();
});
afterAll(async () => {
  await work.stop();
  await deliveries.stop();
  await receiver.close();
  await desk.close();
});

beforeEach(async () => {
  const facts = { id: `shop-${++stores}`, name: "Shop", currency: "EUR", timeZone: "UTC" };
  const person = { id: `person-${stores}`, name: "Ann", email: `ann@${facts.id}.test` };
  await desk.db.insert(store).values(facts);
  await desk.db.insert(user).values(person);
  await desk.db.insert(member).values({ storeId: facts.id, userId: person.id, role: "merchant" });
  const { connectEmbedded } = await import("../../wire/upstream.ts");
  await connectEmbedded(facts);
  const { runDesk } = await import("../../desk/serve.ts");
  shop = new JobsDesk(runDesk, { person, store: facts, role: "merchant" });
  receiver.received.length = 0;
  const body = { url: `${receiver.origin}/hooks`, events: [...eventTypes], enabled: true };
  endpoint = ((await call("create", { body })) as { id: string }).id;
});

async function call(name: string, more: object = {}) {
  const { body } = await operations.perform({
    membership: shop.membership,
    mode: "live",
    api: "checkout",
    resource: "webhooks",
    operation: name,
    ...more,
  });
  return body;
}

type Entry = { id: string; event_id: string; event_type: string; status: string; replay: number };

/** Newest first. Read from the database, because the API's limits are left to what is tested. */
async function logs(status?: string): Promise<Entry[]> {
  const { rows } = await desk.db.execute<Entry>(sql`
    select id, event_id, event_type, status, replay from checkout.delivery
    where endpoint_id = ${endpoint} order by created_at desc, id desc`);
  return rows.filter((row) => status === undefined || row.status === status);
}

async function emitted(...types: EventType[]): Promise<void> {
  const { rows } = await desk.db.execute<{ id: number }>(
    sql`select id from checkout.tenant where store_id = ${shop.membership.store.id} and mode = 'live'`,
  );
  const events = types.map((type) => ({ type, data: sample(type) })) as NewEvent[];
  await desk.db.transaction((tx) => emitAll(tx, rows[0]?.id ?? 0, events));
}

/** Makes deliveries whose five attempts all fail. The receiver works again after that. */
async function exhausted(...types: EventType[]): Promise<Entry[]> {
  receiver.respond = (_, response) => response.writeHead(500).end();
  await emitted(...types);
  await until(async () => (await logs("exhausted")).length === types.length);
  receiver.respond = (_, response) => response.writeHead(204).end();
  receiver.received.length = 0;
  return logs();
}

const replay = (of: object) => shop.start({ kind: "replay_deliveries", params: { endpoint }, ...of });
const came = () => receiver.received.map(({ body }) => JSON.parse(body).id).sort();
const eventsOf = (entries: Entry[]) => entries.map(({ event_id }) => event_id).sort();
const untilDelivered = (count: number) => until(async () => (await logs("delivered")).length === count);

test("chosen deliveries are sent again once, however often that is requested", async () => {
  const failed = await exhausted("order.edited", "order.edited", "order.cancelled");
  const chosen = failed.slice(0, 2);
  const ids = chosen.map(({ id }) => id);
  const first = await shop.until((await replay({ ids })).id);
  expect(first).toMatchObject({ resource: "webhooks", total: 2, counts: { done: 2, failed: 0, unknown: 0 } });
  expect((await shop.until((await replay({ ids })).id)).counts).toMatchObject({ done: 2 });
  await untilDelivered(2);
  expect(came()).toEqual(eventsOf(chosen));
  expect((await logs()).filter((entry) => entry.replay === 1)).toHaveLength(2);
});

test("all deliveries that match a filter are sent again, and no others", async () => {
  const failed = await exhausted("order.edited", "order.cancelled", "order.edited", "upsell.declined");
  const filter = { status: "exhausted", event_type: "order.edited" };
  const draft = { kind: "replay_deliveries", params: { endpoint }, filter };
  expect(await shop.ask("jobs", "preview", { body: draft })).toMatchObject({ count: 2, complete: true });
  const { id } = await replay({ filter });
  expect(await shop.until(id)).toMatchObject({ filter, total: 2, counts: { done: 2, failed: 0 } });
  await untilDelivered(2);
  expect(came()).toEqual(eventsOf(failed.filter(({ event_type }) => event_type === "order.edited")));
  const labels = (await shop.items(id)).map(({ label }: { label: string }) => label);
  expect(labels).toEqual(["order.edited", "order.edited"]);
});

test("deliveries that were sent again no longer match the filter for replayable ones", { tags: "long" }, async () => {
  const failed = await exhausted("order.edited", "order.cancelled", "upsell.declined");
  const filter = { replayable: "true" };
  await shop.until((await replay({ ids: [failed[0]?.id] })).id);
  await untilDelivered(1);
  const { id } = await replay({ filter });
  expect(await shop.until(id)).toMatchObject({ total: 2, counts: { done: 2 } });
  await untilDelivered(3);
  expect((await shop.until((await replay({ filter })).id)).total).toBe(0);
  expect(came()).toEqual(eventsOf(failed));
});

test("a log is exported as CSV or JSON lines, with the deliveries that match its filter", async () => {
  const [entry] = await exhausted("order.edited");
  const fileOf = async (more: object) => {
    const params = { resource: "deliveries", endpoint, ...more };
    const { id } = await shop.start({ kind: "export_csv", params, filter: { status: "exhausted" } });
    await shop.until(id);
    const file: Response = await shop.ask("jobs", "file", { params: { id } });
    return { name: file.headers.get("content-disposition"), lines: (await file.text()).trim().split(/\r?\n/) };
  };
  const csv = await fileOf({});
  expect(csv.lines).toHaveLength(2);
  expect(csv.lines[1]).toContain(`${entry?.id},${entry?.event_id},order.edited,exhausted,500,`);
  const jsonl = await fileOf({ jsonl: true });
  expect(jsonl.name).toContain(".jsonl");
  expect(jsonl.lines.map((line) => JSON.parse(line))).toMatchObject([{ id: entry?.id, status: "exhausted" }]);
  await expect(shop.start({ kind: "export_csv", params: { resource: "deliveries" } })).rejects.toMatchObject({
    status: 400,
  });
});

test("deliveries that cannot be sent again show the reason, and the others are sent", { tags: "long" }, async () => {
  const [good] = await exhausted("order.edited");
  await call("update", { params: { id: endpoint }, body: { enabled: false } });
  await emitted("order.cancelled");
  const off = await shop.until((await replay({ ids: [good?.id] })).id);
  expect(off.counts).toMatchObject({ done: 0, failed: 1 });
  expect(came()).toEqual([]);

  await call("update", { params: { id: endpoint }, body: { enabled: true } });
  const [held] = await logs("held");
  const { id } = await replay({ ids: [good?.id, held?.id, "del_none"] });
  expect((await shop.until(id)).counts).toMatchObject({ done: 1, failed: 2 });
  const reasons = (await shop.items(id, { state: "failed" })).map(({ message }: { message: string }) => message);
  expect(reasons).toEqual([expect.stringContaining("is on hold"), expect.stringContaining("does not exist")]);
  await untilDelivered(1);
  expect(came()).toEqual(eventsOf(good ? [good] : []));
});

test("an unknown status is refused as a filter", async () => {
  await expect(replay({ filter: { status: "lost" } })).rejects.toMatchObject({ status: 400 });
  await expect(replay({ ids: ["del_1"], filter: { status: "exhausted" } })).rejects.toMatchObject({ status: 400 });
});
