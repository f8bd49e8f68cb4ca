import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { sample } from "../../contract/events.ts";
import { quick, type Receiver, startReceiver, until } from "../../testing/delivery/delivery.ts";
import { openTestServices, type Sent, type TestServices } from "../../testing/services.ts";
import { emit } from "../delivery/emit.ts";
import { startDeliveryWorker, type Worker } from "../delivery/worker.ts";
import { emptySandbox } from "../sandbox.ts";

let services: TestServices;
let receiver: Receiver;
let worker: Worker;
let key: string;

beforeAll(async () => {
  process.env.WEBHOOK_ALLOWED_HOSTS = "127.0.0.1";
  services = await openTestServices();
  ({ key } = await services.key({ store: "shop", mode: "sandbox", scopes: ["webhooks:manage"] }));
});
beforeEach(async () => {
  await services.db.execute(sql`truncate checkout.webhook_endpoint, checkout.event, checkout.delivery,
    checkout.attempt, checkout.endpoint_health, checkout.notice`);
  receiver = await startReceiver((_, response) => response.writeHead(500).end());
  worker = startDeliveryWorker(services.url, { ...quick, delays: [0, 0.02, 0.02, 0.02, 0.02] });
});
afterEach(async () => {
  await worker.stop();
  await receiver.close();
});
afterAll(() => services.close());

const call = (method: string, path: string, sent: Sent = {}) =>
  services.call(method, `/checkout/v1${path}`, { key, ...sent });
const endpoint = async (path = "/hooks") =>
  (await call("POST", "/webhooks", { body: { url: receiver.origin + path, events: ["order.edited"] } })).body.id;
const notices = async (query = "") => (await call("GET", `/notices${query}`)).body.data;
const send = async () => {
  const { rows } = await services.db.execute<{ id: number }>(
    sql`select id from checkout.tenant where store_id = 'shop' and mode = 'sandbox'`,
  );
  const tenant = rows[0]?.id ?? 0;
  return services.db.transaction((tx) => emit(tx, tenant, { type: "order.edited", data: sample("order.edited") }));
};

test("the fifth failure of a delivery raises a notice, which counts further ones until it is dismissed", async () => {
  const id = await endpoint();
  await send();
  await until(() => receiver.received.length >= 4);
  // On a busy machine, the fifth attempt may follow before the answer.
  if ((await notices()).length > 0) expect(receiver.received).toHaveLength(5);
  await until(async () => (await notices()).length === 1);
  const [first] = await notices();
  const [entry] = (await call("GET", `/webhooks/${id}/logs`)).body.data;
  expect(entry.status).toBe("exhausted");
  expect(first).toEqual({
    id: expect.stringMatching(/^ntc_[0-9a-z]{26}$/),
    kind: "delivery_exhausted",
    endpoint_id: id,
    delivery_id: entry.id,
    message: "An event could not be delivered in 5 attempts. Last attempt: The receiver responded with status 500.",
    message_key: {
      key: "noticeExhausted",
      values: { count: 5, reason: expect.objectContaining({ key: "receiverStatus", values: { status: 500 } }) },
    },
    count: 1,
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
  });
  await Promise.all([send(), send()]);
  await until(async () => (await notices())[0].count === 3);
  expect(await notices()).toMatchObject([{ id: first.id, created_at: first.created_at }]);
  expect((await call("DELETE", `/notices/${first.id}`)).body).toEqual({ id: first.id, deleted: true });
  expect(await notices()).toEqual([]);
  expect((await call("DELETE", `/notices/${first.id}`)).status).toBe(404);
  await send();
  await until(async () => (await notices()).length === 1);
  expect(await notices()).toMatchObject([{ count: 1 }]);
});

test("a receiver that answers 410 raises one notice, which is dismissed when the endpoint is enabled again", async () => {
  receiver.respond = (_, response) => response.writeHead(410).end();
  const id = await endpoint();
  await send();
  await until(async () => (await notices()).length === 1);
  expect(await notices("?kind=endpoint_paused")).toMatchObject([
    {
      kind: "endpoint_paused",
      endpoint_id: id,
      count: 1,
      message: "The endpoint was paused. The receiver responded with status 410: the endpoint is gone.",
    },
  ]);
  expect(await notices("?kind=delivery_exhausted")).toEqual([]);
  await call("PUT", `/webhooks/${id}`, { body: { enabled: true } });
  expect(await notices()).toEqual([]);
});

test("each endpoint has its own notices, in pages, which are dismissed when it is deleted", async () => {
  const ids = [await endpoint("/a"), await endpoint("/b"), await endpoint("/c")];
  await send();
  await until(async () => (await notices()).length === 3);
  const { data, pagination } = (await call("GET", "/notices?per_page=2&page=2")).body;
  expect([data.length, pagination]).toEqual([1, { page: 2, per_page: 2, total: 3 }]);
  await call("DELETE", `/webhooks/${ids[0]}`);
  const left = (await notices()).map((one: { endpoint_id: string }) => one.endpoint_id);
  expect(left.toSorted()).toEqual(ids.slice(1).toSorted());
});

test("a failed test event raises no notice", async () => {
  const id = await endpoint();
  expect((await call("POST", `/webhooks/${id}/test`, { body: { event_type: "order.edited" } })).body.status).toBe(
    "exhausted",
  );
  expect(await notices()).toEqual([]);
});

test("another store neither sees nor dismisses notices, and an emptied sandbox has none", async () => {
  await endpoint();
  await send();
  await until(async () => (await notices()).length === 1);
  const [own] = await notices();
  const stranger = await services.key({ store: "other", mode: "sandbox", scopes: ["webhooks:manage"] });
  expect((await call("GET", "/notices", { key: stranger.key })).body.data).toEqual([]);
  expect((await call("DELETE", `/notices/${own.id}`, { key: stranger.key })).status).toBe(404);
  const live = await services.key({ store: "shop", mode: "live", scopes: ["webhooks:manage"] });
  expect((await call("GET", "/notices", { key: live.key })).body.data).toEqual([]);
  expect(await notices()).toHaveLength(1);
  await emptySandbox(services.db, "shop");
  expect(await notices()).toEqual([]);
});
