import { sql } from "drizzle-orm";
import type { Database } from "../../database/client.ts";
import type { Claimed } from "./claim.ts";
import type { Verdict } from "./judge.ts";
import type { Answer } from "./send.ts";

type Sent = { claimed: Claimed; requestHeaders: Record<string, string>; answer: Answer; verdict: Verdict };

/**
 * Stores an attempt and, where the lease is still ours, what it means for the delivery, in one statement. Of a writer
 * that comes late only the attempt is kept. True where the state was ours to change.
 */
export async function settle(db: Database, { claimed, requestHeaders, answer, verdict }: Sent): Promise<boolean> {
  const { tenant_id, id, endpoint_id, lease_token, number, test } = claimed;
  const failed = verdict.kind === "failed";
  const wait = failed && !test ? verdict.wait : null;
  const status = !failed ? "delivered" : test ? "failed" : wait === null ? "exhausted" : "failed";
  const error = failed ? verdict.error : null;
  const { rows } = await db.execute<{ own: boolean }>(sql`
    with own as (
      update checkout.delivery
      set status = ${status}, failures = failures + ${failed ? 1 : 0}, lease_token = null, lease_until = null,
        next_attempt_at = now() + make_interval(secs => ${wait}::float8),
        response_code = ${answer.code ?? null}, duration_ms = ${answer.durationMs}, error = ${error},
        settled_at = case when ${wait}::float8 is null then now() end
      where tenant_id = ${tenant_id} and id = ${id} and lease_token = ${lease_token}
      returning id
    ), noted as (
      update checkout.attempt
      set finished_at = now(), duration_ms = ${answer.durationMs}, phases = ${json(answer.phases)},
        request_headers = ${json(requestHeaders)}, response_code = ${answer.code ?? null},
        response_headers = ${json(answer.headers)}, response_body = ${answer.body ?? null},
        response_truncated = ${answer.truncated}, error = ${error}
      where tenant_id = ${tenant_id} and delivery_id = ${id} and number = ${number}
    ), paused as (
      update checkout.webhook_endpoint set state = 'paused', paused_reason = ${error}, updated_at = now()
      where ${failed && verdict.gone} and tenant_id = ${tenant_id} and id = ${endpoint_id} and state = 'enabled'
        and exists (select from own)
    ), worse as (
      insert into checkout.endpoint_health as health
        (tenant_id, endpoint_id, failures_in_row, last_failure_at, last_failure)
      select ${tenant_id}::int, ${endpoint_id}, 1, now(), ${error ?? ""} from own where ${failed}
      on conflict (tenant_id, endpoint_id) do update
      set failures_in_row = health.failures_in_row + 1, last_failure_at = now(), last_failure = excluded.last_failure
    ), better as (
      update checkout.endpoint_health set failures_in_row = 0
      where ${!failed} and tenant_id = ${tenant_id} and endpoint_id = ${endpoint_id} and failures_in_row > 0
    )
    select exists (select from own) as own`);
  return rows[0]?.own === true;
}

/** Gives a delivery back whose sending was cut short: due at once, and not counted as a failure. */
export async function handOver(db: Database, { tenant_id, id, lease_token, number }: Claimed): Promise<void> {
  await db.execute(sql`
    with own as (
      update checkout.delivery set lease_token = null, lease_until = null, next_attempt_at = now()
      where tenant_id = ${tenant_id} and id = ${id} and lease_token = ${lease_token}
    )
    update checkout.attempt set error = 'The service stopped before the receiver answered. The outcome is unknown.'
    where tenant_id = ${tenant_id} and delivery_id = ${id} and number = ${number} and finished_at is null`);
}

/** What is waiting for an endpoint that is off is held for it, whenever the two crossed. */
export async function holdForDisabled(db: Database): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update checkout.delivery d set status = 'held', next_attempt_at = null, lease_token = null, lease_until = null
    from checkout.webhook_endpoint endpoint
    where endpoint.tenant_id = d.tenant_id and endpoint.id = d.endpoint_id
      and (endpoint.state <> 'enabled' or endpoint.deleted_at is not null)
      and d.next_attempt_at is not null and (d.lease_until is null or d.lease_until <= now())`);
  return rowCount ?? 0;
}

function json(value: object | undefined) {
  return sql`${value === undefined ? null : JSON.stringify(value).replaceAll("\\u0000", "\\ufffd")}::jsonb`;
}
