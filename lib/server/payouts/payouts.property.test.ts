// @module-tag long
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type JobsTest, openJobsTest } from "../../testing/jobs/jobs.ts";
import { type Plan, payoutRound, type Tally } from "../../testing/jobs/payout-rounds.ts";
import { type Fleet, workerFleet } from "../../testing/jobs/rounds.ts";

// Whatever the API does to our calls, and whichever worker is killed, nobody is paid twice, nobody is forgotten, and
// unknown outcomes are reported.

/** More rounds for `npm run soak`, which prints what happened in them. */
const soak = process.env.SOAK_ROUNDS;
const rounds = Number(soak ?? 1);

let desk: JobsTest;
let fleet: Fleet;
const sum: Partial<Tally> = {};

beforeAll(async () => {
  desk = await openJobsTest({ UPSTREAM_TIMEOUT_MS: "400" });
  fleet = await workerFleet(desk);
});
afterAll(async () => {
  await desk.close();
  if (soak) {
    const figures = Object.entries({ rounds, ...sum }).map(([what, number]) => `${what} ${number}`);
    console.log(figures.join("\n"));
  }
});

const strike = (...faults: Plan["calls"][number]["fault"][]) =>
  fc.record({
    fault: fc.constantFrom(...faults),
    when: fc.constantFrom("before" as const, "after" as const, "after" as const),
    skip: fc.nat({ max: 8 }),
    times: fc.integer({ min: 1, max: 4 }),
    ms: fc.integer({ min: 100, max: 1_500 }),
  });
const commission = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 50_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: -5_000, max: -1 }) },
);
const plan: fc.Arbitrary<Plan> = fc.record({
  affiliates: fc.array(fc.array(commission, { minLength: 1, maxLength: 5 }), { minLength: 4, maxLength: 25 }),
  payouts: fc.constantFrom("whole", "unmarked", "bare"),
  idempotent: fc.boolean(),
  calls: fc.array(
    strike("silence", "late", "cut", "cut-body", "html", "empty", "error", "short", "too-many", "redirect", "slow"),
    {
      minLength: 1,
      maxLength: 6,
    },
  ),
  reads: fc.array(strike("silence", "cut", "html", "empty", "error", "short", "too-many"), { maxLength: 2 }),
  kills: fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 3 }),
  confirmations: fc.constantFrom(1, 1, 2, 4),
  pause: fc.boolean(),
});

test("no commission is paid twice or forgotten, whatever fails", { timeout: 60_000 + rounds * 150_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(plan, async (each) => {
      const tally = await payoutRound(desk, fleet, each);
      desk.control.reset();
      for (const [what, number] of Object.entries(tally) as [keyof Tally, number][])
        sum[what] = (sum[what] ?? 0) + number;
      expect(tally).toMatchObject({ paidTwice: 0, forgotten: 0, disagree: 0 });
    }),
    { numRuns: rounds, endOnFailure: true },
  );
  expect(sum.calls).toBeGreaterThan(0);
});
