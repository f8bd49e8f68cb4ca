import { lt, sql } from "drizzle-orm";
import { unclaimed } from "../../database/claim.ts";
import type { Database } from "../../database/client.ts";
import { batch, inBatches } from "../../database/delete-in-batches.ts";
import { click } from "../../database/schema/affiliate-sales.ts";
import { kept } from "../retention-terms.ts";

// Thirteen months include the same month a year earlier, for comparison. Click ids work without their rows.

export function isForgotten(at: Date, now = new Date()): boolean {
  const limit = new Date(now);
  limit.setUTCMonth(limit.getUTCMonth() - kept("KEEP_CLICKS_MONTHS"));
  return at < limit;
}

export const pruneClicks = (db: Database, months = kept("KEEP_CLICKS_MONTHS")): Promise<number> =>
  inBatches(() => {
    const where = lt(click.occurredAt, sql`now() - make_interval(months => ${months}::int)`);
    return db.execute(sql`
    with gone as (
      delete from affiliate.click where ${unclaimed(db, click, { where, order: click.occurredAt, limit: batch })}
      returning tenant_id, occurred_at, is_bot, order_id
    ), counted as (
      insert into affiliate.record_count as known (tenant_id, kind, sort, status, bucket, count)
      select tenant_id, 'click', 'created_at',
        case when is_bot then 'bot' when order_id is null then 'unconverted' else 'converted' end as status,
        floor(extract(epoch from occurred_at) / 86400)::bigint * 86400000 as bucket, -count(*)
      from gone group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (tenant_id, kind, sort, status, bucket) do update set count = known.count + excluded.count
    )
    select from gone`);
  });
