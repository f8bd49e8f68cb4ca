import { sql } from "drizzle-orm";
import type { Database } from "../../database/client.ts";

/** How long what is settled can be looked at. What is pending or held stays, however old. */
export const retentionDays = 60;
const batch = 5_000;

/** In small steps, so that no lock is held for long; several processes may do it at once. */
export async function prune(db: Database, days = retentionDays): Promise<number> {
  let gone = 0;
  for (;;) {
    const { rowCount } = await db.execute(sql`
      with old as (
        select tenant_id, id from checkout.delivery
        where created_at < now() - make_interval(days => ${days}) and next_attempt_at is null and status <> 'held'
        order by created_at limit ${batch} for update skip locked
      ), attempts as (
        delete from checkout.attempt using old
        where attempt.tenant_id = old.tenant_id and attempt.delivery_id = old.id
      )
      delete from checkout.delivery d using old where d.tenant_id = old.tenant_id and d.id = old.id`);
    gone += rowCount ?? 0;
    if ((rowCount ?? 0) < batch) break;
  }
  await db.execute(sql`
    delete from checkout.event where created_at < now() - make_interval(days => ${days}) and not exists (
      select from checkout.delivery d where d.tenant_id = event.tenant_id and d.event_id = event.id)`);
  return gone;
}
