import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type Conformance, openConformance } from "../../testing/conformance.ts";
import { type Receiver, startReceiver, until } from "../../testing/delivery/delivery.ts";
import { make } from "../../testing/shop.ts";
import { startDeliveryWorker, type Worker } from "../delivery/worker.ts";

// Section 6 of the specification, delivery and retry, with the waits and the timeout of a deployment.

let service: Conformance;
let receiver: Receiver;
let worker: Worker | undefined;
let events = 0;

beforeAll(async () => {
  [service, receiver] = await Promise.all([openConformance(), startReceiver()]);
});
afterEach(async () => {
  vi.useRealTimers();
  await worker?.stop();
  worker = undefined;
  receiver.received.length = 0;
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

/** The endpoint serves one test: events of later tests are not sent to it. */
async function subscribe(): Promise<string> {
  const sent = { url: `${receiver.origin}/hooks`, events: ["order.edited"] };
  const { id } = (await service.api("POST", "/webhooks", sent)).body;
  onTestFinished(async () => void (await service.api("DELETE", `/webhooks/${id}`)));
  return id;
}
const edit = () => service.shop.send([make.edited(`edit_${++events}`, "ord_1", 5)]);
const latest = async (endpoint: string) => (await service.api("GET", `/webhooks/${endpoint}/logs`)).body.data[0];
const whole = async (endpoint: string) =>
  (await service.api("GET", `/webhooks/${endpoint}/logs/${(await latest(endpoint)).id}`)).body;

test.each<[code: number, status: string]>([
  [200, "delivered"],
  [201, "delivered"],
  [202, "delivered"],
  [204, "delivered"],
  [203, "failed"],
  [206, "failed"],
  [302, "failed"],
  [400, "failed"],
  [401, "failed"],
  [500, "failed"],
])("6 a receiver's %d means %s", async (code, status) => {
  const endpoint = await subscribe();
  receiver.respond = (_, response) => response.writeHead(code).end();
  const { body } = await service.api("POST", `/webhooks/${endpoint}/test`, { event_type: "order.edited" });
  // A test is sent once, so its failure is final.
  const outcome = status === "failed" ? "exhausted" : status;
  expect(body).toMatchObject({ event_type: "order.edited", status: outcome, response_code: code });
  expect(await latest(endpoint)).toEqual(body);
});

test("6 attempts 1 to 5: at once, and 5 minutes, 30 minutes, 2 hours and 24 hours later", async () => {
  receiver.respond = (_, response) => response.writeHead(503).end();
  const endpoint = await subscribe();
  await edit();
  const fresh = await latest(endpoint);
  expect(fresh).toMatchObject({ status: "pending", attempts: 0 });
  expect(Math.abs(Date.parse(fresh.next_attempt_at) - Date.parse(fresh.created_at))).toBeLessThanOrEqual(1);

  worker = startDeliveryWorker(service.url);
  for (const [failed, minutes] of [5, 30, 120, 1440].entries()) {
    await until(
      async () => (await latest(endpoint)).attempts === failed + 1 && (await latest(endpoint)).next_attempt_at,
    );
    const { status, next_attempt_at, history } = await whole(endpoint);
    expect(status).toBe("failed");
    const waited = Date.parse(next_attempt_at) - Date.parse(history.at(-1).finished_at);
    // A wait is up to a tenth longer, so that deliveries that failed together are not retried together. The API reports
    // milliseconds.
    expect(waited).toBeGreaterThanOrEqual(minutes * 60_000 - 1);
    expect(waited).toBeLessThanOrEqual(minutes * 66_000 + 1);
    expect(receiver.received).toHaveLength(failed + 1);
    // Moves the attempt into the past instead of waiting.
    await service.db.execute(sql`update checkout.delivery set next_attempt_at = now() where endpoint_id = ${endpoint}`);
    worker.wake();
  }
  await until(async () => (await latest(endpoint)).attempts === 5 && (await latest(endpoint)).status !== "failed");
  const { status, next_attempt_at, history } = await whole(endpoint);
  expect([status, next_attempt_at, history.length]).toEqual(["exhausted", undefined, 5]);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
});

test("6 a receiver has 30 seconds", async () => {
  receiver.respond = () => {};
  const endpoint = await subscribe();
  // Only the timer that ends a sending is replaced; the timers of the worker and the database run on.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  worker = startDeliveryWorker(service.url);
  await edit();
  await eventually(() => receiver.received.length === 1);
  vi.advanceTimersByTime(29_900);
  await eventually(() => true);
  expect(await latest(endpoint)).toMatchObject({ status: "pending", attempts: 1 });
  vi.advanceTimersByTime(100);
  await eventually(async () => (await latest(endpoint)).status === "failed");
  expect((await latest(endpoint)).error).toBe(
    "The receiver did not respond within 30 seconds. The attempt ended while waiting for the response.",
  );
});

/** Waits as `until` does, for a test that has replaced setTimeout. */
async function eventually(check: () => unknown): Promise<void> {
  for (let n = 0; n < 300; n++) {
    await sleep(30);
    if (await check()) return;
  }
  throw new Error(`Not so: ${check}`);
}
