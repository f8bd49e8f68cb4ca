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
      insert into affiliate.record_count as known (tenant_id, affiliate_id, kind, status, day, count)
      select tenant_id, '', 'click',
        case when is_bot then 'bot' when order_id is null then 'unconverted' else 'converted' end as status,
        (occurred_at at time zone 'UTC')::date as day, -count(*)
      from gone group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (tenant_id, affiliate_id, kind, status, day) do update set count = known.count + excluded.count
    )
    select from gone`);
  });
