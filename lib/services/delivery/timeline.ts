import { attemptDelays } from "../../contract/events.ts";
import type { attempt, delivery, lease } from "../../database/schema/checkout-delivery.ts";

type Delivery = typeof delivery.$inferSelect;
type Attempt = typeof attempt.$inferSelect;
type Lease = typeof lease.$inferSelect | null;

export function toLog(row: Delivery, lease: Lease) {
  return present({
    id: row.id,
    event_id: row.eventId,
    event_type: row.eventType,
    status: row.status,
    response_code: row.responseCode,
    duration_ms: row.durationMs,
    created_at: row.createdAt.toISOString(),
    attempts: lease?.number ?? row.attempts,
    // While the delivery is being sent, its planned time has passed.
    next_attempt_at: lease ? null : row.nextAttemptAt?.toISOString(),
    error: row.error,
    error_key: row.errorKey,
    replay: row.replay,
    test: row.test,
  });
}

/** A lease stands for an attempt in progress, which comes last. */
export function toHistory(attempts: readonly Attempt[], lease: Lease) {
  const history = attempts.map(toAttempt);
  if (!lease) return history;
  const outcome = lease.until.getTime() > Date.now() ? "running" : "unknown";
  const { number, startedAt } = lease;
  return [...history, { number, outcome, started_at: startedAt.toISOString(), response_truncated: false }];
}

function toAttempt(row: Attempt) {
  const outcome = !row.finishedAt ? "unknown" : row.error === null ? "delivered" : "failed";
  return present({
    number: row.number,
    outcome,
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
    error_key: row.errorKey,
  });
}

/** The five slots of the schedule: those that were used, and the future ones in case each attempt before them fails. */
export function plannedTimes(row: Delivery, attempts: readonly Attempt[], lease: Lease) {
  const failed = attempts.filter(({ finishedAt, error }) => finishedAt && error !== null);
  const over = row.status === "delivered" || row.test;
  const slots: { attempt: number; at?: string }[] = [];
  let known = lease ? undefined : row.nextAttemptAt?.getTime();
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

function isLast(attempts: readonly Attempt[], failed: readonly Attempt[]) {
  return (one: Attempt) => one === attempts.at(-1) && !failed.includes(one) && one.finishedAt !== null;
}

function present<T extends Record<string, unknown>>(record: T): { [K in keyof T]: NonNullable<T[K]> } {
  const known = Object.entries(record).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(known) as { [K in keyof T]: NonNullable<T[K]> };
}
