import { and, gt, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import { heldWrite, job } from "./schema/desk-jobs.ts";

const now = sql`now()`;

/** Selects jobs without a worker. Paused and cancelled jobs are included while one of their writes is in progress. */
export const isJobDue = and(
  or(inArray(job.state, ["queued", "running"]), gt(job.sending, 0)),
  lte(job.dueAt, now),
  or(isNull(job.leaseUntil), lt(job.leaseUntil, now)),
);

export const isHeldDue = and(
  inArray(heldWrite.state, ["held", "sending"]),
  lte(heldWrite.sendAt, now),
  or(isNull(heldWrite.settleAt), lte(heldWrite.settleAt, now)),
);
