// @module-tag long
import { afterAll, beforeAll, expect, test } from "vitest";
import { type JobsTest, openJobsTest } from "../../../testing/jobs/jobs.ts";
import { killRound, undoWindowRound, workerFleet } from "../../../testing/jobs/rounds.ts";

// These tests start and kill real worker processes.

let desk: JobsTest;
beforeAll(async () => {
  desk = await openJobsTest();
});
afterAll(() => desk.close());

test("when workers are killed at random, each record is changed once and the job's rows say so", async () => {
  const fleet = await workerFleet(desk);
  const { kills, ...tally } = await killRound(desk, fleet, { size: 80, kills: 2 });
  await fleet.stop();
  expect(tally).toEqual({ items: 80, once: 80, more: 0, lost: 0, again: 0, disagree: 0 });
  // On a busy machine the job may end before all kills have happened.
  expect(kills).toBeGreaterThanOrEqual(1);
}, 120_000);

test("when a worker is killed while delayed changes are sent, each is done once", async () => {
  const tally = await undoWindowRound(desk, 20);
  expect(tally).toEqual({ items: 20, once: 20, more: 0, lost: 0, again: 0, disagree: 0, kills: 1 });
}, 120_000);
