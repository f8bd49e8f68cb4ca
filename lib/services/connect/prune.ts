import { sql } from "drizzle-orm";
import type { Database } from "../../database/client.ts";
import { inBatches, kept } from "../kept.ts";

/** Deliveries that are not settled stay. What is known of orders stays too, so that a late delivery finds it. */
export const pruneShopDeliveries = (db: Database, after = kept("KEEP_SHOP_DELIVERIES_DAYS")): Promise<number> =>
  inBatches(
    db,
    sql`
    delete from checkout.shop_delivery where (tenant_id, id) in (
      select tenant_id, id from checkout.shop_delivery
      where received_at < now() - make_interval(days => ${after}::int) and due_at is null
      order by received_at limit 5000 for update skip locked)`,
  );
