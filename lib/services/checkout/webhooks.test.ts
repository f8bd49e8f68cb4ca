import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type EventType, eventTypes, sample } from "../../contract/events.ts";
import { quick, type Receiver, startReceiver, until } from "../../testing/delivery/delivery.ts";
import { openTestServices, type Sent, type TestServices } from "../../testing/services.ts";
import { unkeyed } from "../../testing/unkeyed.ts";
import { claim } from "../delivery/claim.ts";
import { emit, type NewEvent } from "../delivery/emit.ts";
import { startDeliveryWorker, type Worker } from "../delivery/worker.ts";

let services: TestServices;
let receiver: Receiver;
let key: string;
let strangersKey: string;
let worker: Worker | undefined;

beforeAll(async () => {
  process.env.WEBHOOK_ALLOWED_HOSTS = "127.0.0.1";
  services = await openTestServices();
  ({ key } = await services.key({ store: "shop", scopes: ["webhooks:manage"] }));
  ({ key: strangersKey } = await services.key({ store: "other", scopes: ["webhooks:manage"] }));
});
beforeEach(async () => {
  receiver = await startReceiver();
  await services.db.execute(sql`truncate checkout.webhook_endpoint, checkout.event, checkout.delivery,
    checkout.attempt, checkout.endpoint_health, checkout.replay_job`);
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await receiver.close();
});
afterAll(() => services.close());

const call = (method: string, path = "", sent: Sent = {}) =>
  services.call(method, `/checkout/v1/webhooks${path}`, { key, ...sent });
const create = async (more: object = {}) =>
  (await call("POST", "", { body: { url: `${receiver.origin}/hooks`, events: eventTypes, ...more } })).body;
const work = () => {
  worker = startDeliveryWorker(services.url, quick);
};
const send = async (type: EventType = "order.edited", more: object = {}) => {
  const { rows } = await services.db.execute<{ id: number }>(
    sql`select id from checkout.tenant where store_id = 'shop' and mode = 'live'`,
  );
  const tenant = rows[0]?.id ?? 0;
  return services.db.transaction((tx) => emit(tx, tenant, { type, data: sample(type), ...more } as NewEvent));
};
const logs = async (id: string, query = "") => (await call("GET", `/${id}/logs${query}`)).body.data;
const untilSettled = (id: string) =>
  until(async () => {
    const entries = await logs(id, "?per_page=100");
    return entries.every(({ status }: { status: string }) => status === "delivered" || status === "exhausted");
  });

describe("create", () => {
  test("create returns the specified fields and the secret, which is shown only once and stored encrypted", async () => {
    const body = await create({ events: ["order.edited"] });
    expect(body).toMatchObject({
      id: expect.stringMatching(/^whk_[0-9a-z]{26}$/),
      url: `${receiver.origin}/hooks`,
      events: ["order.edited"],
      enabled: true,
      signing_secret: expect.stringMatching(/^whsec_/),
    });
    for (const path of [`/${body.id}`, ""]) {
      expect(JSON.stringify((await call("GET", path)).body)).not.toContain(body.signing_secret);
    }
    const { rows } = await services.db.execute<{ row: string; secret: Buffer }>(
      sql`select to_jsonb(e)::text as row, secret from checkout.webhook_endpoint e`,
    );
    expect(rows[0]?.row).not.toContain(body.signing_secret);
    expect(rows[0]?.secret.toString("latin1")).not.toContain(body.signing_secret.slice(6));
  });

  test.each([
    ["http://hooks.example.com/", "Must begin with https://."],
    ["https://localhost/", "Must not point to a private or local network."],
    ["https://169.254.169.254/latest/meta-data", "Must not point to a private or local network."],
    ["https://2852039166/", "Must not point to a private or local network."],
    ["https://a:b@hooks.example.com/", "Must not contain a user name or a password."],
  ])("create refuses %s", async (url, message) => {
    const { status, body } = await call("POST", "", { body: { url, events: ["order.edited"] } });
    expect(status).toBe(400);
    expect(unkeyed(body.error.details)).toEqual([{ field: "url", message }]);
    expect((await call("GET")).body.data).toEqual([]);
    const mine = await create();
    expect(unkeyed((await call("PUT", `/${mine.id}`, { body: { url } })).body.error.details)).toEqual([
      { field: "url", message },
    ]);
  });
});

describe("test", () => {
  test.each(eventTypes)("test sends a sample of %s at once and returns the log entry", async (event_type) => {
    const { id } = await create({ enabled: false, events: ["order.edited"] });
    const { status, body } = await call("POST", `/${id}/test`, { body: { event_type } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ event_type, status: "delivered", response_code: 204, attempts: 1, test: true });
    expect(receiver.received).toHaveLength(1);
    expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({
      id: body.event_id,
      type: event_type,
      data: sample(event_type),
    });
    expect(await logs(id)).toEqual([body]);
  });

  test("test reports a failure, is not retried and says so, and can be sent again", async () => {
    receiver.respond = (_, response) => response.writeHead(500).end("no");
    const { id } = await create();
    const { body } = await call("POST", `/${id}/test`, { body: { event_type: "order.edited" } });
    expect(body).toMatchObject({
      status: "exhausted",
      response_code: 500,
      error: "The receiver responded with status 500.",
    });
    expect(body.next_attempt_at).toBeUndefined();
    work();
    await new Promise((done) => setTimeout(done, 600));
    expect(receiver.received).toHaveLength(1);
    expect((await call("GET", `/${id}/failures`)).body.count).toBe(0);
    receiver.respond = (_, response) => response.writeHead(204).end();
    const again = await call("POST", `/${id}/logs/${body.id}/replay`);
    expect(again.body).toMatchObject({ test: true, replay: 1 });
    await until(async () => receiver.received.length === 2);
  });
});

test("the log has the specified fields, newest first, in pages and filtered", async () => {
  receiver.respond = ({ body }, response) => response.writeHead(body.includes("order.cancelled") ? 500 : 201).end();
  const { id } = await create();
  work();
  const sent: string[] = [];
  for (const type of ["order.edited", "order.cancelled", "order.edited"] as const) {
    sent.push((await send(type, { orderId: `ord_${sent.length}` })).id);
  }
  await untilSettled(id);
  const all = await logs(id);
  expect(all.map(({ event_id }: { event_id: string }) => event_id)).toEqual(sent.toReversed());
  expect(all[0]).toMatchObject({
    id: expect.stringMatching(/^del_[0-9a-z]{26}$/),
    event_type: "order.edited",
    status: "delivered",
    response_code: 201,
    duration_ms: expect.any(Number),
    created_at: expect.stringMatching(/Z$/),
  });
  const found = async (query: string) =>
    (await logs(id, query)).map(({ event_id }: { event_id: string }) => sent.indexOf(event_id));
  expect(await found("?status=exhausted")).toEqual([1]);
  expect(await found("?event_type=order.edited")).toEqual([2, 0]);
  expect(await found(`?since=${encodeURIComponent(all[1].created_at)}`)).toEqual([2, 1]);
  expect(await found(`?until=${encodeURIComponent(all[0].created_at)}`)).toEqual([1, 0]);
  expect(await found(`?response_code=${all[0].response_code}`)).toEqual([2, 0]);
  expect(await found("?response_code=418")).toEqual([]);
  expect(await found("?search=ord_2")).toEqual([2]);
  expect(await found(`?search=${sent[0]}`)).toEqual([0]);
  expect(await found(`?search=${all[2].id}`)).toEqual([0]);
  expect(await found("?page=2&per_page=2")).toEqual([0]);
  expect((await call("GET", `/${id}/logs?page=2&per_page=2`)).body.pagination).toEqual({
    page: 2,
    per_page: 2,
    total: 3,
  });
});

test("an event is found by its id, an id in it or a value of its payload, even without any delivery", async () => {
  const { id } = await create({ events: ["order.edited"] });
  const { id: edited } = await send("order.edited", {
    orderId: "ord_7",
    customerId: "cus_7",
    data: { ...sample("order.edited"), new_total: 117.25 },
  });
  const { id: declined } = await send("upsell.declined", {
    data: { ...sample("upsell.declined"), upsell_name: 'A "kit" é' },
  });
  work();
  await untilSettled(id);
  const [log] = await logs(id);
  const find = async (search: string) =>
    (await services.call("GET", `/checkout/v1/webhook-events?search=${encodeURIComponent(search)}`, { key })).body;
  const idsOf = async (search: string) => (await find(search)).data.map((one: { id: string }) => one.id);
  expect((await find(edited)).data).toMatchObject([
    { id: edited, type: "order.edited", deliveries: [{ id: log.id, endpoint_id: id, status: "delivered" }] },
  ]);
  for (const search of [log.id, "ord_7", "cus_7", "117.25", "add_items"])
    expect(await idsOf(search), search).toEqual([edited]);
  expect((await find('A "kit" é')).data).toMatchObject([{ id: declined, deliveries: [] }]);
  // A part of a value and the name of a field match nothing.
  for (const search of ["17.25", "117.2", "add_item", "new_total"]) expect(await idsOf(search), search).toEqual([]);
  expect((await find("nothing")).looked_through).toMatchObject({ count: 2, since: expect.any(String) });
  const strange = await services.call("GET", `/checkout/v1/webhook-events?search=${edited}`, { key: strangersKey });
  expect(strange.body).toEqual({ data: [], looked_through: { count: 0 } });
});

test("a delivery shows its body, its attempts with their stages, and the five slots of the schedule", async () => {
  receiver.respond = (_, response) =>
    response.writeHead(receiver.received.length < 2 ? 500 : 200, { "x-note": "seen" }).end("what it said");
  const { id } = await create();
  work();
  const { id: event_id } = await send();
  await untilSettled(id);
  const [entry] = await logs(id);
  const { body } = await call("GET", `/${id}/logs/${entry.id}`);
  expect(body).toMatchObject({ id: entry.id, event_id, status: "delivered", request_body: receiver.received[0]?.body });
  expect(body.history).toHaveLength(2);
  expect(body.history[0]).toMatchObject({
    number: 1,
    outcome: "failed",
    response_code: 500,
    response_body: "what it said",
    response_headers: { "x-note": "seen" },
    request_headers: { "X-Service-Signature": receiver.received[0]?.headers["x-service-signature"] },
    phases: { connect: expect.any(Number), first_byte: expect.any(Number), body: expect.any(Number) },
  });
  expect(body.history[1]).toMatchObject({ number: 2, outcome: "delivered" });
  expect(body.schedule.map(({ at }: { at?: string }) => at !== undefined)).toEqual([true, true, false, false, false]);
});

test("an attempt whose worker died shows as running until its lease ends, and then as of unknown outcome", async () => {
  const { id } = await create();
  await send();
  // Claims the delivery as a worker does, and then never sends it.
  await claim(services.db, { batch: 1, leaseSeconds: 1.5, perEndpoint: 8, depth: 8 });
  const [entry] = await logs(id);
  const outcomes = async () =>
    (await call("GET", `/${id}/logs/${entry.id}`)).body.history.map((one: { outcome: string }) => one.outcome);
  expect(await outcomes()).toEqual(["running"]);
  await until(async () => (await outcomes())[0] === "unknown");
  work();
  await untilSettled(id);
  expect(await outcomes()).toEqual(["unknown", "delivered"]);
});

test("list and get show the health figures", async () => {
  receiver.respond = ({ body }, response) => response.writeHead(body.includes("order.cancelled") ? 500 : 200).end();
  const { id } = await create();
  work();
  for (const type of ["order.edited", "order.edited", "order.edited", "order.cancelled"] as const) await send(type);
  await untilSettled(id);
  const { health } = (await call("GET", `/${id}`)).body;
  expect(health).toMatchObject({
    delivered: 3,
    exhausted: 1,
    waiting: 0,
    held: 0,
    success_rate: 0.75,
    p95_ms: expect.any(Number),
    last_failure: "The receiver responded with status 500.",
  });
  expect((await call("GET")).body).toMatchObject({ data: [{ id, health }], pagination: { total: 1 } });
});

test("events of a disabled endpoint are held, and sent when they are released", async () => {
  const { id } = await create();
  expect((await call("PUT", `/${id}`, { body: { enabled: false } })).body).toMatchObject({
    enabled: false,
    state: "disabled",
  });
  const { id: event } = await send();
  work();
  expect((await logs(id))[0]).toMatchObject({ status: "held", attempts: 0 });
  expect((await call("POST", `/${id}/release`)).status).toBe(409);
  await call("PUT", `/${id}`, { body: { enabled: true } });
  expect((await call("POST", `/${id}/release`)).body).toEqual({ count: 1 });
  await untilSettled(id);
  expect(receiver.eventIds()).toEqual(new Set([event]));
  expect((await call("POST", `/${id}/release`)).body).toEqual({ count: 0 });
});

test("exhausted deliveries are counted with their causes and replayed once per job", async () => {
  receiver.respond = (_, response) => response.writeHead(500).end();
  const { id } = await create();
  work();
  const events = [await send(), await send()].map((event) => event.id);
  await untilSettled(id);
  const preview = (await call("GET", `/${id}/failures`)).body;
  expect(preview).toMatchObject({ count: 2, causes: [{ error: "The receiver responded with status 500.", count: 2 }] });
  receiver.received.length = 0;
  receiver.respond = (_, response) => response.end();
  const body = { since: preview.oldest, job_id: "job_1" };
  const clicks = await Promise.all([1, 2].map(() => call("POST", `/${id}/replay`, { body })));
  expect(clicks.map((answer) => answer.body)).toEqual([{ count: 2 }, { count: 2 }]);
  await untilSettled(id);
  expect(receiver.received.map((one) => JSON.parse(one.body).id).toSorted()).toEqual(events.toSorted());
  expect((await call("GET", `/${id}/failures`)).body).toEqual({ count: 0, causes: [] });
  const other = { since: "2020-01-01T00:00:00Z", job_id: "job_1" };
  expect((await call("POST", `/${id}/replay`, { body: other })).status).toBe(409);
  // A person replays one of the deliveries again.
  const [latest] = await logs(id);
  const again = await call("POST", `/${id}/logs/${latest.id}/replay`);
  expect(again.status).toBe(201);
  expect(again.body).toMatchObject({ event_id: latest.event_id, replay: 2, status: "pending" });
});

test("a rotation shows the new secret once, and signs with both until the overlap ends", async () => {
  const { id, signing_secret: before } = await create();
  const { body } = await call("POST", `/${id}/rotate`, { body: { overlap_hours: 1 } });
  expect(body.signing_secret).toMatch(/^whsec_/);
  expect(body.signing_secret).not.toBe(before);
  expect(Date.parse(body.previous_secret_until) - Date.now()).toBeGreaterThan(3_500_000);
  await call("POST", `/${id}/test`, { body: { event_type: "order.edited" } });
  expect(String(receiver.received[0]?.headers["webhook-signature"]).split(" ")).toHaveLength(2);
  await call("POST", `/${id}/rotate`, { body: { overlap_hours: 0 } });
  await call("POST", `/${id}/test`, { body: { event_type: "order.edited" } });
  expect(String(receiver.received[1]?.headers["webhook-signature"]).split(" ")).toHaveLength(1);
});

test("a deleted endpoint gets no more events, and its secret is deleted", async () => {
  const { id } = await create();
  await send();
  expect((await call("DELETE", `/${id}`)).body).toEqual({ id, deleted: true });
  await send();
  work();
  await new Promise((done) => setTimeout(done, 300));
  expect(receiver.received).toHaveLength(0);
  for (const path of [`/${id}`, `/${id}/logs`]) expect((await call("GET", path)).status).toBe(404);
  expect((await call("DELETE", `/${id}`)).status).toBe(404);
  const { rows } = await services.db.execute(sql`select length(secret) as length from checkout.webhook_endpoint`);
  expect(rows).toEqual([{ length: 0 }]);
});

test("another store's endpoint and deliveries are not found", async () => {
  const { id } = await create();
  const { body: entry } = await call("POST", `/${id}/test`, { body: { event_type: "order.edited" } });
  const attempts: [string, string, object?][] = [
    ["GET", `/${id}`],
    ["PUT", `/${id}`, { enabled: false }],
    ["DELETE", `/${id}`],
    ["POST", `/${id}/rotate`, {}],
    ["POST", `/${id}/test`, { event_type: "order.edited" }],
    ["GET", `/${id}/logs`],
    ["GET", `/${id}/logs/${entry.id}`],
    ["POST", `/${id}/logs/${entry.id}/replay`],
    ["GET", `/${id}/failures`],
    ["POST", `/${id}/replay`, { since: "2020-01-01T00:00:00Z" }],
    ["POST", `/${id}/release`],
  ];
  for (const [method, path, body] of attempts) {
    const { status } = await call(method, path, { key: strangersKey, ...(body && { body }) });
    expect(status, `${method} ${path}`).toBe(404);
  }
  expect((await call("GET", "", { key: strangersKey })).body.data).toEqual([]);
  expect((await call("GET", `/${id}`)).body.enabled).toBe(true);
});
