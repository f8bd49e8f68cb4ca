import { afterAll, beforeAll, expect, test } from "vitest";
import { heldRound, killRound } from "./rounds.ts";
import { type JobsTest, openJobsTest } from "./testing.ts";

// Real processes, really killed.

let desk: JobsTest;
beforeAll(async () => {
  desk = await openJobsTest();
});
afterAll(() => desk.close());

test("workers killed at random: each record is changed once, none is lost, and the rows say so", async () => {
  const tally = await killRound(desk, 150, 3);
  expect(tally).toEqual({ items: 150, once: 150, more: 0, lost: 0, disagree: 0, kills: 3 });
}, 120_000);

test("a worker killed as held writes leave: each is done once", async () => {
  const tally = await heldRound(desk, 20);
  expect(tally).toEqual({ items: 20, once: 20, more: 0, lost: 0, disagree: 0, kills: 1 });
}, 120_000);
