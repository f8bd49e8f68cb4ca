import { and, gt, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import { job } from "./schema/desk-jobs.ts";

// The beginning of a statement that finds the endpoints with due deliveries in one index step each, which Drizzle cannot
// say. A step for each of 20,000 endpoints takes three times as long.
export const dueLanes = `with recursive lane as (
      (select endpoint_id from checkout.delivery where next_attempt_at is not null order by endpoint_id limit 1)
      union all
      select (
        select d.endpoint_id from checkout.delivery d
        where d.next_attempt_at is not null and d.endpoint_id > lane.endpoint_id order by d.endpoint_id limit 1
      ) from lane where lane.endpoint_id is not null
    )`;

const now = sql`now()`;

/** Selects jobs without a worker. Paused and cancelled jobs are included while one of their writes is in progress. */
export const isJobDue = and(
  or(inArray(job.state, ["queued", "running"]), gt(job.sending, 0)),
  lte(job.dueAt, now),
  or(isNull(job.leaseUntil), lt(job.leaseUntil, now)),
);
