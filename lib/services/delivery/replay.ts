import { type SQL, sql } from "drizzle-orm";
import { ApiError, keyOf, type TextKey } from "../../contract/errors.ts";
import type { Database, Transaction } from "../../database/client.ts";
import { delivery } from "../../database/schema/checkout-delivery.ts";
import { sentence } from "../../sentences.ts";
import { newId } from "../kernel/ids.ts";
import { missing } from "../kernel/refuse.ts";
import { wakeChannel } from "./emit.ts";

type Delivery = typeof delivery.$inferSelect;
type Place = { tenantId: number; endpointId: string };
type Since = Place & { since: string };

/** A second click sends nothing more. The lock keeps the old delivery from being pruned at the same moment. */
export async function replayOne(db: Database, tenantId: number, row: Delivery): Promise<string> {
  if (row.status === "pending" || row.status === "failed") {
    throw new ApiError(409, "still_trying", sentence("stillTrying"));
  }
  if (row.status === "held") {
    throw new ApiError(409, "held", sentence("deliveryQueued"));
  }
  const id = newId("del");
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into checkout.delivery
      (tenant_id, id, endpoint_id, event_id, event_type, replay, test, status, next_attempt_at)
    select tenant_id, ${id}, endpoint_id, event_id, event_type, replay + 1, test, 'pending', now()
    from checkout.delivery where tenant_id = ${tenantId} and id = ${row.id} for share
    on conflict (tenant_id, endpoint_id, event_id, replay) do nothing
    returning id`);
  await wakeWorkers(db);
  if (rows[0]) return id;
  // The delivery was replayed before; that replay is returned, as for a second click.
  const { rows: earlier } = await db.execute<{ id: string }>(sql`
    select id from checkout.delivery where tenant_id = ${tenantId} and endpoint_id = ${row.endpointId}
      and event_id = ${row.eventId} and replay = ${row.replay + 1}`);
  if (!earlier[0]) missing("Delivery", row.id);
  return earlier[0].id;
}

/** A replayed event has a newer delivery, so a second job finds nothing. The same job returns its first result. */
export async function replayFailed(db: Database, place: Since, jobId?: string): Promise<number> {
  const { tenantId, endpointId } = place;
  const id = jobId ?? newId("job");
  return db.transaction(async (tx) => {
    // If two requests arrive at once, the second waits here and then finds the job of the first.
    const { rows } = await tx.execute<{ since: Date; count: number; fresh: boolean }>(sql`
      insert into checkout.replay_job as job (tenant_id, endpoint_id, id, since)
      values (${tenantId}, ${endpointId}, ${id}, ${place.since}::timestamptz)
      on conflict (tenant_id, endpoint_id, id) do update set id = excluded.id
      returning since, count, xmax = 0 as fresh`);
    const job = rows[0] as { since: Date; count: number; fresh: boolean };
    if (!job.fresh) {
      if (new Date(job.since).getTime() === new Date(place.since).getTime()) return job.count;
      throw new ApiError(409, "conflict", `Job ${id} replays from another time.`);
    }
    await forMany(tx);
    const { rowCount } = await tx.execute(sql`
      insert into checkout.delivery
        (tenant_id, id, endpoint_id, event_id, event_type, replay, bulk, status, next_attempt_at)
      select tenant_id, 'del_' || substr(${newId("job")}, 5, 10) || substr(md5(id || replay), 1, 16), endpoint_id,
        event_id, event_type, replay + 1, true, 'pending', now()
      from (${failedSince(place)} for share of d) failed
      on conflict (tenant_id, endpoint_id, event_id, replay) do nothing`);
    const count = rowCount ?? 0;
    await tx.execute(sql`
      update checkout.replay_job set count = ${count}
      where tenant_id = ${tenantId} and endpoint_id = ${endpointId} and id = ${id}`);
    await wakeWorkers(tx);
    return count;
  });
}

export async function previewReplay(db: Database, place: Since) {
  const { rows } = await db.transaction(async (tx) => {
    await forMany(tx);
    return tx.execute<{ error: string | null; error_key: TextKey | null; count: number; oldest: Date }>(sql`
      select error, (array_agg(error_key))[1] as error_key, count(*) as count, min(created_at) as oldest
      from (${failedSince(place)}) failed group by error order by count(*) desc`);
  });
  const oldest = rows.map((row) => new Date(row.oldest).getTime()).sort((a, b) => a - b)[0];
  return {
    count: rows.reduce((sum, row) => sum + row.count, 0),
    ...(oldest !== undefined && { oldest: new Date(oldest).toISOString() }),
    causes: rows.map(({ error, error_key, count }) => {
      const { message, ...by } = error === null ? sentence("noReason") : { message: error, ...error_key };
      return { error: message, error_key: keyOf({ message, ...by }), count };
    }),
  };
}

/** Sends the deliveries that were held while the endpoint was off. `bulk` lets new events go first. */
export async function release(db: Database, { tenantId, endpointId }: Place): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update checkout.delivery set status = case when failures > 0 then 'failed' else 'pending' end,
      bulk = true, next_attempt_at = now()
    where tenant_id = ${tenantId} and endpoint_id = ${endpointId} and status = 'held'`);
  await wakeWorkers(db);
  return rowCount ?? 0;
}

const isSentAgain = (it: SQL): SQL => sql`exists (
  select from checkout.delivery later
  where later.tenant_id = ${it}.tenant_id and later.endpoint_id = ${it}.endpoint_id and later.event_id = ${it}.event_id
    and later.replay > ${it}.replay)`;

export const isReplayable: SQL = sql`(${delivery.status} = 'exhausted' and not ${delivery.test}
  and not ${isSentAgain(sql`checkout.delivery`)})`;

function failedSince({ tenantId, endpointId, since }: Since): SQL {
  return sql`
    select d.* from checkout.delivery d
    where d.tenant_id = ${tenantId} and d.endpoint_id = ${endpointId} and d.status = 'exhausted' and not d.test
      and d.created_at >= ${since}::timestamptz and not ${isSentAgain(sql`d`)}`;
}

/** After a burst of failures the planner still expects few rows, and would choose a nested loop over all of them. */
async function forMany(tx: Transaction): Promise<void> {
  await tx.execute(sql`set local enable_nestloop = off`);
}

async function wakeWorkers(db: Database | Transaction): Promise<void> {
  await db.execute(sql`select pg_notify(${wakeChannel}, '')`);
}
