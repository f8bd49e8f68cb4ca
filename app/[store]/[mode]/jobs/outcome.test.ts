import { expect, test } from "vitest";
import type { Job } from "@/lib/contract/desk/jobs";
import { outcomeOf } from "./outcome";

const counts = { waiting: 0, sending: 0, done: 0, already: 0, failed: 0, unknown: 0, skipped: 0 };

test.each([
  [{ failed: 2 }, "failed"],
  [{ failed: 2, skipped: 1 }, "failed"],
  [{ failed: 1, done: 1 }, "partlyFailed"],
  [{ failed: 1, already: 1 }, "partlyFailed"],
  [{ failed: 1, unknown: 1 }, "partlyFailed"],
  [{ unknown: 1, done: 5 }, "unknown"],
  [{ done: 5, skipped: 1 }, "done"],
  [{}, "done"],
])("a finished background job with %j is shown as %s", (some, outcome) => {
  expect(outcomeOf({ state: "done", counts: { ...counts, ...some } })).toBe(outcome);
});

test.each(["queued", "running", "paused", "cancelled"] satisfies Job["state"][])(
  "a background job that is %s is shown as that, whatever failed so far",
  (state) => {
    expect(outcomeOf({ state, counts: { ...counts, failed: 3 } })).toBe(state);
  },
);
