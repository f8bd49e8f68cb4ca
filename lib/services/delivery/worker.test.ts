import { afterEach, beforeEach, expect, test } from "vitest";
import { type DeliveryTest, openDeliveryTest, type Receiver, startReceiver, until } from "./testing.ts";

let delivery: DeliveryTest;
let receiver: Receiver;
beforeEach(async () => {
  [delivery, receiver] = await Promise.all([openDeliveryTest(), startReceiver()]);
});
afterEach(async () => {
  await delivery.close();
  await receiver.close();
});

test("an event reaches its endpoint at once, without waiting for a poll", async () => {
  await delivery.endpoint(`${receiver.origin}/hooks`);
  delivery.worker({ pollMs: 60_000 });
  await new Promise((done) => setTimeout(done, 300));
  const started = performance.now();
  const { id } = await delivery.emit();
  await until(() => receiver.received.length === 1);
  expect(performance.now() - started).toBeLessThan(1_000);
  expect(receiver.eventIds()).toEqual(new Set([id]));
  await until(async () => (await delivery.counts()).delivered === 1);
});
