import { expect, test } from "vitest";
import { slotsOf } from "./attempts";

const started_at = "2026-11-20T10:00:00.000Z";
const failed = { number: 1, outcome: "failed", started_at };

test("a slot is what the attempt of its time came to, and planned where there was none", () => {
  const schedule = [
    { attempt: 1, at: started_at },
    { attempt: 2, at: "2026-11-20T10:05:00.000Z" },
    { attempt: 3, at: "2026-11-20T10:35:00.000Z" },
  ];
  expect(slotsOf({ schedule, history: [failed] }).map(({ state }) => state)).toEqual(["failed", "planned", "planned"]);
});

test("an attempt that is running or was lost in a crash is neither delivered nor failed", () => {
  const schedule = [{ attempt: 1, at: started_at }];
  for (const outcome of ["running", "unknown"]) {
    expect(slotsOf({ schedule, history: [{ ...failed, outcome }] })[0]?.state).toBe("running");
  }
});

test("a slot without a time is not used", () => {
  expect(slotsOf({ schedule: [{ attempt: 5 }] })).toEqual([{ attempt: 5, state: "unused" }]);
});
