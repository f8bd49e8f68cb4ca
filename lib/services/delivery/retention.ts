import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/client.ts";
import { ago, batch, inBatches } from "../../database/delete-in-batches.ts";
import { kept } from "../retention-terms.ts";

/** Pending and held deliveries stay, however old. */
export async function prune(db: Database, days = kept("KEEP_DELIVERIES_DAYS")): Promise<number> {
  const limit = ago(days);
  // Held deliveries of a deleted endpoint are deleted as well, because they can never be sent.
  const gone = await inBatches(() =>
    db.execute(sql`
    with old as (
      select d.tenant_id, d.id from checkout.delivery d
      where d.created_at < ${limit} and d.next_attempt_at is null and (d.status <> 'held' or not exists (
        select from checkout.webhook_endpoint endpoint
        where endpoint.tenant_id = d.tenant_id and endpoint.id = d.endpoint_id and endpoint.deleted_at is null))
      limit ${batch} for update of d skip locked
    ), attempts as (
      delete from checkout.attempt using old
      where attempt.tenant_id = old.tenant_id and attempt.delivery_id = old.id
    ), leases as (
      delete from checkout.lease using old where lease.tenant_id = old.tenant_id and lease.delivery_id = old.id
    )
    delete from checkout.delivery d using old where d.tenant_id = old.tenant_id and d.id = old.id`),
  );
  await inBatches(() =>
    db.execute(sql`
    with old as (
      select own.* from checkout.tenant cross join lateral (
        select event.tenant_id, event.id from checkout.event
        where event.tenant_id = tenant.id and event.created_at < ${limit} and not exists (
          select from checkout.delivery d where d.tenant_id = event.tenant_id and d.event_id = event.id)
        limit ${batch} for update skip locked
      ) own limit ${batch}
    )
    delete from checkout.event using old where event.tenant_id = old.tenant_id and event.id = old.id`),
  );
  await db.execute(sql`delete from checkout.replay_job where created_at < ${limit}`);
  // A notice that an endpoint is paused stays until somebody acts on it.
  await db.execute(sql`
    delete from checkout.notice where dismissed_at < ${limit}
      or (dismissed_at is null and kind = 'delivery_exhausted' and updated_at < ${limit})`);
  await forgetEndpoints(db, limit);
  return gone;
}

async function forgetEndpoints(db: Database, limit: SQL): Promise<void> {
  await db.execute(sql`
    with gone as (
      delete from checkout.webhook_endpoint endpoint
      where endpoint.deleted_at < ${limit} and not exists (
        select from checkout.delivery d where d.tenant_id = endpoint.tenant_id and d.endpoint_id = endpoint.id)
      returning tenant_id, id
    )
    delete from checkout.endpoint_health health using gone
    where health.tenant_id = gone.tenant_id and health.endpoint_id = gone.id`);
}
