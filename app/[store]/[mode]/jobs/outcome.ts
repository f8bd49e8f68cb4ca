import type { Job } from "@/lib/contract/desk/jobs";

export type JobOutcome = Job["state"] | "partlyFailed" | "failed" | "unknown";

/** A background job that has ended succeeded only as far as its items did. */
export function outcomeOf({ state, counts }: Pick<Job, "state" | "counts">): JobOutcome {
  const { done = 0, already = 0, failed = 0, unknown = 0 } = counts as Partial<Job["counts"]>;
  if (state !== "done") return state;
  if (failed > 0) return done + already + unknown === 0 ? "failed" : "partlyFailed";
  return unknown > 0 ? "unknown" : state;
}
