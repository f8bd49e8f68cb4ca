import { sql } from "drizzle-orm";
import type { Database } from "../../database/client.ts";

/** How long the raw events are kept. The sums outlive them; an event sent again after this would count again. */
export const retentionDays = 90;

/** In portions, so that no statement holds the table for long; several at once share the work. */
export async function pruneStorefrontEvents(db: Database, days = retentionDays): Promise<number> {
  for (let pruned = 0; ; ) {
    const { rowCount } = await db.execute(sql`
      delete from checkout.storefront_event where (tenant_id, id) in (
        select tenant_id, id from checkout.storefront_event
        where received_at < now() - make_interval(days => ${days}::int)
        order by received_at limit 5000 for update skip locked)`);
    pruned += rowCount ?? 0;
    if (!rowCount) return pruned;
  }
}
