import { afterAll, beforeAll, expect, test } from "vitest";
import { heldRound, killRound, workerFleet } from "./rounds.ts";
import { type JobsTest, openJobsTest } from "./testing.ts";

// Real processes, really killed.

let desk: JobsTest;
beforeAll(async () => {
  desk = await openJobsTest();
});
afterAll(() => desk.close());

test("workers killed at random: each record is changed once, none is lost, and the rows say so", async () => {
  const fleet = await workerFleet(desk);
  const { kills, ...tally } = await killRound(desk, fleet, { size: 150, kills: 3 });
  await fleet.stop();
  expect(tally).toEqual({ items: 150, once: 150, more: 0, lost: 0, again: 0, disagree: 0 });
  // A machine so busy that the work ends while the last one is being replaced has still been tried.
  expect(kills).toBeGreaterThanOrEqual(1);
}, 120_000);

test("a worker killed as held writes leave: each is done once", async () => {
  const tally = await heldRound(desk, 20);
  expect(tally).toEqual({ items: 20, once: 20, more: 0, lost: 0, again: 0, disagree: 0, kills: 1 });
}, 120_000);
