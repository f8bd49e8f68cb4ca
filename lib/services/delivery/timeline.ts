import { attemptDelays } from "../../contract/events.ts";
import type { attempt, delivery } from "../../database/schema/checkout-delivery.ts";

type Delivery = typeof delivery.$inferSelect;
type Attempt = typeof attempt.$inferSelect;

/** The specified fields, and ours. */
export function toLog(row: Delivery) {
  return present({
    id: row.id,
    event_id: row.eventId,
    event_type: row.eventType,
    status: row.status,
    response_code: row.responseCode,
    duration_ms: row.durationMs,
    created_at: row.createdAt.toISOString(),
    attempts: row.attempts,
    // While it is being sent, the column holds the end of the lease.
    next_attempt_at: row.leaseToken ? null : row.nextAttemptAt?.toISOString(),
    error: row.error,
    replay: row.replay,
    test: row.test,
  });
}

export function toAttempt(row: Attempt, parent: Delivery) {
  return present({
    number: row.number,
    outcome: outcomeOf(row, parent),
    started_at: row.startedAt.toISOString(),
    finished_at: row.finishedAt?.toISOString(),
    duration_ms: row.durationMs,
    phases: row.phases,
    request_headers: row.requestHeaders,
    response_code: row.responseCode,
    response_headers: row.responseHeaders,
    response_body: row.responseBody,
    response_truncated: row.responseTruncated,
    error: row.error,
  });
}

function outcomeOf(row: Attempt, { leaseToken, leaseUntil, attempts }: Delivery): string {
  if (row.finishedAt) return row.error === null ? "delivered" : "failed";
  const leased = leaseToken !== null && leaseUntil !== null && leaseUntil.getTime() > Date.now();
  return leased && row.number === attempts ? "running" : "unknown";
}

/** The five slots of the schedule: those that were used, and those to come if each before them fails. */
export function plannedTimes(row: Delivery, attempts: readonly Attempt[]) {
  const failed = attempts.filter(({ finishedAt, error }) => finishedAt && error !== null);
  const over = row.status === "delivered" || row.test;
  const slots: { attempt: number; at?: string }[] = [];
  let known = row.leaseToken ? undefined : row.nextAttemptAt?.getTime();
  for (let slot = 0; slot < attemptDelays.length; slot++) {
    const used = failed[slot] ?? (slot === failed.length ? attempts.find(isLast(attempts, failed)) : undefined);
    if (used) slots.push({ attempt: slot + 1, at: used.startedAt.toISOString() });
    else if (over || row.status === "exhausted") slots.push({ attempt: slot + 1 });
    else {
      if (slot > failed.length && known !== undefined) known += (attemptDelays[slot] as number) * 1000;
      slots.push({ attempt: slot + 1, ...(known !== undefined && { at: new Date(known).toISOString() }) });
    }
  }
  return slots;
}

/** The attempt that stands for the present slot: the one that delivered, or is under way. */
function isLast(attempts: readonly Attempt[], failed: readonly Attempt[]) {
  return (one: Attempt) => one === attempts.at(-1) && !failed.includes(one) && one.finishedAt !== null;
}

function present<T extends Record<string, unknown>>(record: T): { [K in keyof T]: NonNullable<T[K]> } {
  const known = Object.entries(record).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(known) as { [K in keyof T]: NonNullable<T[K]> };
}
