// @module-tag long
import { afterEach, beforeEach, expect, test } from "vitest";
import { type DeliveryTest, openDeliveryTest } from "../../testing/delivery/delivery.ts";
import { keepBytes, misbehave, misdirect, rotate } from "../../testing/delivery/receiver-rounds.ts";
import type { Tally } from "../../testing/delivery/rounds.ts";
import {
  contend,
  jumpClock,
  killAfterCommit,
  replayTwice,
  stall,
  switchOff,
} from "../../testing/delivery/worker-rounds.ts";

// A few rounds of each fault; `npm run soak -- delivery` runs many.

let delivery: DeliveryTest;
beforeEach(async () => {
  delivery = await openDeliveryTest();
});
afterEach(() => delivery.close());

test.each<[string, number, (delivery: DeliveryTest, rounds: number) => Promise<Tally>]>([
  ["a worker killed after it stored an outcome: nothing is sent again", 3, killAfterCommit],
  ["three processes and one row: it is sent once", 10, contend],
  ["a process that stalls past its leases: the other does its work, and it changes no state", 2, stall],
  ["a wall clock that jumps all the time: no attempt is early, each is made", 2, jumpClock],
  ["an endpoint switched off among its events: they are held, and sent when released", 3, switchOff],
  ["a replay clicked twice: each event arrives once", 2, replayTwice],
  ["receivers that misbehave in every way, and then take it", 2, misbehave],
  ["a name that leads inside: nobody there is dialled", 2, misdirect],
  ["a secret that changes between two attempts: each request verifies", 3, rotate],
  ["bodies that a parser would write otherwise: the signed bytes arrive", 5, keepBytes],
])(
  "%s",
  async (_, rounds, fault) => {
    const tally = await fault(delivery, rounds);
    expect(tally.created).toBeGreaterThanOrEqual(rounds);
    expect(tally).toMatchObject({ delivered: tally.created, lost: 0, wrong: 0 });
  },
  60_000,
);
