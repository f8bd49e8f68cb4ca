import { and, isNull, lt } from "drizzle-orm";
import type { Database } from "../../database/client.ts";
import { ago, deleteInBatches } from "../../database/delete-in-batches.ts";
import { shopDelivery } from "../../database/schema/checkout-shop.ts";
import { kept } from "../retention-terms.ts";

/** Deliveries that are not settled stay. What is known of orders stays too, so that a late delivery finds it. */
export function pruneShopDeliveries(db: Database, after = kept("KEEP_SHOP_DELIVERIES_DAYS")): Promise<number> {
  const { receivedAt, dueAt } = shopDelivery;
  return deleteInBatches(db, shopDelivery, and(lt(receivedAt, ago(after)), isNull(dueAt)), receivedAt);
}
