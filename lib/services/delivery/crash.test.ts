// @module-tag long
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type DeliveryTest, openDeliveryTest, startReceiver, until } from "../../testing/delivery/delivery.ts";
import { killAfterSend, killAnywhere, killBeforeSend, killInFanOut } from "../../testing/delivery/rounds.ts";

// The processes are real and are really killed.

let delivery: DeliveryTest;
beforeEach(async () => {
  delivery = await openDeliveryTest();
});
afterEach(() => delivery.close());

test("a worker killed before it sends: another sends the event, and the first attempt has an unknown outcome", async () => {
  const rounds = 2;
  const tally = await killBeforeSend(delivery, rounds);
  expect(tally).toEqual({ created: rounds, delivered: rounds, lost: 0, repeated: 0, unknown: tally.unknown });
  expect(tally.unknown).toBeGreaterThanOrEqual(rounds);
});

test("a worker killed before it stored the response: the event is sent again under the same id", async () => {
  const rounds = 2;
  const tally = await killAfterSend(delivery, rounds);
  expect(tally).toMatchObject({ created: rounds, delivered: rounds, lost: 0 });
  expect(tally.repeated).toBeGreaterThanOrEqual(rounds);
  expect(tally.unknown).toBeGreaterThanOrEqual(rounds);
  // None of these attempts counts as a failure of the receiver.
  expect(await delivery.rows("select 1 from checkout.delivery where failures > 0")).toEqual([]);
});

test("a worker killed at any moment: no event is lost, and no stored delivery is repeated", async () => {
  const tally = await killAnywhere(delivery, 3);
  expect(tally).toMatchObject({ created: 60, delivered: 60, lost: 0 });
  // A delivery that was stored as delivered is never sent again. Only sendings in progress at a kill are repeated.
  const again = await delivery.rows(`
    select earlier.delivery_id from checkout.attempt earlier
    join checkout.attempt later using (tenant_id, delivery_id)
    where earlier.response_code = 200 and later.started_at > earlier.finished_at`);
  expect(again).toEqual([]);
});

test("a process killed while it writes events: each event has all of its deliveries or does not exist", async () => {
  const { acknowledged, events, partial, deliveries } = await killInFanOut(delivery, 2);
  expect(partial).toBe(0);
  expect(events).toBeGreaterThanOrEqual(acknowledged);
  expect(acknowledged).toBeGreaterThan(2);
  expect(deliveries).toBe(events * 20);
});

test("a worker that stalls past its lease stores its attempt and changes no state", async () => {
  const receiver = await startReceiver((_, response) => response.writeHead(500).end("broken"));
  await delivery.endpoint(receiver.origin);
  const stalled = await delivery.workerProcess({ deadlineMs: 20_000 });
  receiver.respond = (_, response) => {
    stalled.kill("SIGSTOP");
    response.writeHead(500).end("broken");
  };
  await delivery.emit();
  await until(() => receiver.received.length === 1);
  receiver.respond = (_, response) => response.writeHead(200).end("fine");
  delivery.worker();
  await until(async () => (await delivery.counts()).delivered === 1);
  stalled.kill("SIGCONT");
  const attempts = () =>
    delivery.rows("select number, response_code, error is null as fine from checkout.attempt order by 1");
  await until(async () => (await attempts())[0]?.response_code === 500);
  expect(await attempts()).toEqual([
    { number: 1, response_code: 500, fine: false },
    { number: 2, response_code: 200, fine: true },
  ]);
  expect(await delivery.rows("select status, failures, response_code from checkout.delivery")).toEqual([
    { status: "delivered", failures: 0, response_code: 200 },
  ]);
  await receiver.close();
});

test.each([
  ["ahead", 10 * 365 * 86_400_000],
  ["back", -10 * 365 * 86_400_000],
])("a worker's clock that jumps %s moves no attempt, because the database's clock decides", async (_, jump) => {
  const receiver = await startReceiver((_, response) =>
    response.writeHead(receiver.received.length > 1 ? 200 : 500).end(),
  );
  await delivery.endpoint(receiver.origin);
  const code = (options: object) => `
    const now = Date.now.bind(Date);
    Date.now = () => now() + ${jump};
    const { startDeliveryWorker } = await import("./lib/services/delivery/worker.ts");
    startDeliveryWorker(${JSON.stringify(delivery.url)}, ${JSON.stringify(options)});
    console.log("started");`;
  const { quick } = await import("../../testing/delivery/delivery.ts");
  await delivery.process(code({ ...quick, delays: [0, 1, 1, 1, 1] }));
  await delivery.emit();
  await until(async () => (await delivery.counts()).delivered === 1);
  const [first, second] = receiver.received;
  const between = (second?.at ?? 0) - (first?.at ?? 0);
  expect(between).toBeGreaterThanOrEqual(990);
  expect(between).toBeLessThan(2_000);
  expect(Math.abs(Number(first?.headers["webhook-timestamp"]) - Date.now() / 1000)).toBeLessThan(10);
  await receiver.close();
});

test("a worker that is asked to stop hands over deliveries in progress, and another sends them at once", async () => {
  const receiver = await startReceiver(() => {});
  await delivery.endpoint(receiver.origin);
  const first = delivery.worker({ deadlineMs: 30_000, leaseSeconds: 60 });
  await delivery.emit();
  await until(() => receiver.received.length === 1);
  const started = performance.now();
  await first.stop();
  expect(performance.now() - started).toBeLessThan(3_000);
  expect(await delivery.rows("select status, failures from checkout.delivery")).toEqual([
    { status: "pending", failures: 0 },
  ]);
  receiver.respond = (_, response) => response.end();
  delivery.worker({ leaseSeconds: 60 });
  await until(async () => (await delivery.counts()).delivered === 1, 30_000);
  await receiver.close();
});

test("a worker process that is asked to stop exits", async () => {
  const worker = await delivery.process(`
    const { startDeliveryWorker } = await import("./lib/services/delivery/worker.ts");
    const worker = startDeliveryWorker(${JSON.stringify(delivery.url)});
    process.on("SIGTERM", () => worker.stop());
    console.log("started");`);
  await sleep(300);
  const gone = once(worker, "exit");
  worker.kill("SIGTERM");
  expect(await gone).toEqual([0, null]);
});
