import { sql } from "drizzle-orm";
import type { Database } from "../../database/client.ts";
import type { Mode } from "../kernel/context.ts";

export type FeedEvent = {
  storeId: string;
  mode: Mode;
  id: string;
  /** The signed bytes, as an endpoint receives them. */
  body: string;
  /** True for an event that a person sent by hand with sample data. */
  sample: boolean;
  createdAt: Date;
};

const mostOfOne = 500;

/** Serves screens, which need only the latest `mostOfOne` events. Readers that must not miss an event use webhooks. */
export async function readEvents(db: Database, since: Date): Promise<FeedEvent[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select tenant.store_id, tenant.mode, event.* from checkout.tenant cross join lateral (
      select id, body, created_at, order_id is null and customer_id is null as sample from checkout.event
      where tenant_id = tenant.id and created_at > ${since.toISOString()}::timestamptz
      order by created_at desc limit ${mostOfOne}
    ) event order by event.created_at`);
  return rows.map((row) => ({
    storeId: row.store_id as string,
    mode: row.mode as Mode,
    id: row.id as string,
    body: row.body as string,
    sample: row.sample as boolean,
    createdAt: new Date(row.created_at as string),
  }));
}
