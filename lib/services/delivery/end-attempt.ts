import { sql } from "drizzle-orm";
import { textColumns } from "../../contract/errors.ts";
import { maxAttempts } from "../../contract/events.ts";
import type { Database } from "../../database/client.ts";
import { sentence } from "../../sentences.ts";
import { newId } from "../kernel/ids.ts";
import type { Claimed } from "./claim.ts";
import type { AttemptVerdict } from "./retry-schedule.ts";
import type { ReceiverAnswer } from "./send.ts";

const outcome = `finished_at, duration_ms, phases, request_headers, response_code, response_headers, response_body,
  response_truncated, error, error_key`;
// Completes the attempt with unknown outcome that a worker recorded when it took over. The lease is locked first, as in
// a claim, so that the two cannot deadlock.
const noteLate = `
  where (select count(*) from freed) >= 0
  on conflict (tenant_id, delivery_id, number) do update
  set (${outcome}) = (select ${outcome.replace(/\w+/g, "excluded.$&")})`;

export type FinishedAttempt = {
  claimed: Claimed;
  requestHeaders: Record<string, string>;
  answer: ReceiverAnswer;
  verdict: AttemptVerdict;
};

/** A writer whose lease is over stores only its attempt. Returns whether the lease was valid. */
export async function settle(
  db: Database,
  { claimed, requestHeaders, answer, verdict }: FinishedAttempt,
): Promise<boolean> {
  const { tenant_id, id, endpoint_id, lease_token, number, test } = claimed;
  const failed = verdict.kind === "failed";
  const wait = failed && !test ? verdict.wait : null;
  const status = !failed ? "delivered" : wait === null ? "exhausted" : "failed";
  const { error, errorKey } = textColumns("error", failed ? verdict.error : null);
  const reason = { message: error ?? "", ...errorKey };
  const exhausted = textColumns("message", sentence("noticeExhausted", { count: maxAttempts, reason }));
  const paused = textColumns("message", sentence("noticePaused", { reason }));
  const { rows } = await db.execute<{ own: boolean }>(sql`
    with freed as (
      delete from checkout.lease
      where tenant_id = ${tenant_id} and delivery_id = ${id} and token = ${lease_token}
      returning delivery_id
    ), own as (
      update checkout.delivery
      set status = ${status}, attempts = ${number}, failures = failures + ${failed ? 1 : 0},
        next_attempt_at = now() + make_interval(secs => ${wait}::float8),
        response_code = ${answer.code ?? null}, duration_ms = ${answer.durationMs}, error = ${error},
        error_key = ${json(errorKey)}, settled_at = case when ${wait}::float8 is null then now() end
      from freed where tenant_id = ${tenant_id} and id = ${id}
      returning id
    ), noted as (
      insert into checkout.attempt as attempt (tenant_id, delivery_id, number, started_at, ${sql.raw(outcome)})
      select ${tenant_id}::int, ${id}, ${number}::int, to_timestamp(${claimed.started}), now(),
        ${answer.durationMs}::int, ${json(answer.phases)}, ${json(requestHeaders)}, ${answer.code ?? null}::int,
        ${json(answer.headers)}, ${answer.body ?? null}, ${answer.truncated}::boolean, ${error},
        ${json(errorKey)}
      ${sql.raw(noteLate)}
    ), paused as (
      update checkout.webhook_endpoint set state = 'paused', paused_reason = ${error},
        paused_reason_key = ${json(errorKey)}, updated_at = now()
      where ${failed && verdict.gone} and tenant_id = ${tenant_id} and id = ${endpoint_id} and state = 'enabled'
        and exists (select from own)
      returning id
    ), worse as (
      insert into checkout.endpoint_health as health
        (tenant_id, endpoint_id, failures_in_row, last_failure_at, last_failure, last_failure_key)
      select ${tenant_id}::int, ${endpoint_id}, 1, now(), ${error ?? ""}, ${json(errorKey)} from own where ${failed}
      on conflict (tenant_id, endpoint_id) do update
      set failures_in_row = health.failures_in_row + 1, last_failure_at = excluded.last_failure_at,
        last_failure = excluded.last_failure, last_failure_key = excluded.last_failure_key
    ), better as (
      update checkout.endpoint_health set failures_in_row = 0
      where ${!failed} and tenant_id = ${tenant_id} and endpoint_id = ${endpoint_id} and failures_in_row > 0
        and exists (select from own)
    ), raised as (
      select 'delivery_exhausted' as kind, ${newId("ntc")} as id,
        ${exhausted.message} as message, ${json(exhausted.messageKey)} as message_key
      from own where ${status === "exhausted" && !test}
      union all
      select 'endpoint_paused', ${newId("ntc")}, ${paused.message}, ${json(paused.messageKey)} from paused
    ), told as (
      insert into checkout.notice as notice (tenant_id, id, kind, endpoint_id, delivery_id, message, message_key)
      select ${tenant_id}::int, raised.id, raised.kind, ${endpoint_id}, ${id}, raised.message, raised.message_key
      from raised join checkout.webhook_endpoint endpoint
        on endpoint.tenant_id = ${tenant_id} and endpoint.id = ${endpoint_id} and endpoint.deleted_at is null
      on conflict (tenant_id, endpoint_id, kind) where dismissed_at is null do update
      set count = notice.count + 1, delivery_id = excluded.delivery_id, message = excluded.message,
        message_key = excluded.message_key, updated_at = excluded.updated_at
    )
    select exists (select from own) as own`);
  return rows[0]?.own === true;
}

type Delivered = Omit<FinishedAttempt, "verdict">;

/** Does what `settle` does for many successes at once, which need no verdict: at most an endpoint has recovered. */
export async function settleDelivered(db: Database, many: readonly Delivered[]): Promise<boolean[]> {
  const rows = many.map(({ claimed, requestHeaders, answer }) => ({
    tenant_id: claimed.tenant_id,
    id: claimed.id,
    lease_token: claimed.lease_token,
    number: claimed.number,
    started: claimed.started,
    code: answer.code,
    duration_ms: answer.durationMs,
    phases: JSON.stringify(answer.phases),
    request_headers: JSON.stringify(requestHeaders),
    response_headers: JSON.stringify(answer.headers),
    response_body: answer.body,
    truncated: answer.truncated,
  }));
  const values = [JSON.stringify(rows)];
  const { rows: own } = await db.$client.query<{ lease_token: string }>({ name: "delivered", text: delivered, values });
  const ours = new Set(own.map(({ lease_token }) => lease_token));
  return many.map(({ claimed }) => ours.has(claimed.lease_token));
}

const delivered = `
    with sent as materialized (
      select * from json_to_recordset($1::json) as sent (
        tenant_id int, id text, lease_token uuid, number int, started float8, code int, duration_ms int, phases text,
        request_headers text, response_headers text, response_body text, truncated boolean)
    ), freed as (
      delete from checkout.lease using sent
      where lease.tenant_id = sent.tenant_id and lease.delivery_id = sent.id and lease.token = sent.lease_token
      returning sent.*
    ), own as (
      update checkout.delivery d
      set status = 'delivered', attempts = freed.number, next_attempt_at = null, response_code = freed.code,
        duration_ms = freed.duration_ms, error = null, error_key = null, settled_at = now()
      from freed where d.tenant_id = freed.tenant_id and d.id = freed.id
      returning d.tenant_id, d.endpoint_id, freed.lease_token
    ), noted as (
      insert into checkout.attempt as attempt (tenant_id, delivery_id, number, started_at, ${outcome})
      select tenant_id, id, number, to_timestamp(started), now(), duration_ms, phases::jsonb, request_headers::jsonb,
        code, response_headers::jsonb, response_body, truncated, null, null
      from sent ${noteLate}
    ), better as (
      update checkout.endpoint_health health set failures_in_row = 0
      from own where health.tenant_id = own.tenant_id and health.endpoint_id = own.endpoint_id
        and health.failures_in_row > 0
    )
    select lease_token from own`;

/** Releases a delivery whose sending was cut short. It is still due and does not count as failed. */
export async function handOver(db: Database, claimed: Claimed): Promise<void> {
  const { tenant_id, id, lease_token, number, started } = claimed;
  const { error, errorKey } = textColumns("error", sentence("attemptCut"));
  await db.execute(sql`
    with freed as (
      delete from checkout.lease
      where tenant_id = ${tenant_id} and delivery_id = ${id} and token = ${lease_token}
      returning delivery_id
    ), own as (
      update checkout.delivery set attempts = ${number} from freed where tenant_id = ${tenant_id} and id = ${id}
    )
    insert into checkout.attempt as attempt (tenant_id, delivery_id, number, started_at, error, error_key)
    select ${tenant_id}::int, ${id}, ${number}::int, to_timestamp(${started}), ${error}, ${json(errorKey)}
    where (select count(*) from freed) >= 0
    on conflict (tenant_id, delivery_id, number) do update set error = excluded.error, error_key = excluded.error_key
    where attempt.finished_at is null`);
}

/** Holds deliveries of disabled endpoints, including those that were claimed at the moment of disabling. */
export async function holdForDisabled(db: Database): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update checkout.delivery d set status = 'held', next_attempt_at = null
    from checkout.webhook_endpoint endpoint
    where endpoint.tenant_id = d.tenant_id and endpoint.id = d.endpoint_id
      and (endpoint.state <> 'enabled' or endpoint.deleted_at is not null)
      and d.next_attempt_at is not null and not exists (
        select from checkout.lease
        where lease.tenant_id = d.tenant_id and lease.delivery_id = d.id and lease.until > now())`);
  return rowCount ?? 0;
}

function json(value: object | null | undefined) {
  return sql`${value ? JSON.stringify(value) : null}::jsonb`;
}
