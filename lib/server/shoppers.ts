import "server-only";
import { and, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { text } from "../contract/common.ts";
import { seenEvent } from "../database/schema/desk-live.ts";
import { personal, remembered } from "../database/schema/desk-work.ts";
import { type Deed, noteDeed } from "./audit/record.ts";
import { db, inStoreMode, isAmong, type StoreMode } from "./db.ts";
import { eraseShopper, exportShopper } from "./upstream.ts";

/** Who the shopper is, by at least one of these. */
export const shopperIds = z
  .strictObject({
    email: text(254).regex(z.regexes.email, "Must be an email address.").optional(),
    customer_id: text(200).optional(),
    visitor_id: text(200).optional(),
  })
  .refine((ids) => Object.values(ids).some((id) => id !== undefined), "Enter an email, a customer ID or a visitor ID.");
type ShopperIds = z.output<typeof shopperIds>;

type Maker = Pick<Deed, "actor" | "path"> & Partial<Pick<Deed, "role">>;

const deedOf = (place: StoreMode, maker: Maker, operation: string, ids: ShopperIds) => ({
  ...{ ...place, ...maker, api: "desk" as const, resource: "shoppers", operation, method: "POST" as const },
  // Only which ids were given. The activity is never changed, so it may not contain the ids themselves.
  sent: { given: Object.keys(ids).filter((name) => ids[name as keyof ShopperIds] !== undefined) },
});

export async function shopperFile(place: StoreMode, ids: ShopperIds, maker: Maker) {
  const parts = await exportShopper(db(), place, ids);
  await noteDeed(deedOf(place, maker, "export", ids));
  return { store: place.storeId, mode: place.mode, given: ids, ...parts };
}

/** Also forgets the ids that the dashboard remembers. */
export async function forgetShopper(place: StoreMode, ids: ShopperIds, maker: Maker) {
  return db().transaction(async (tx) => {
    const { reference, rows, customers, orders } = await eraseShopper(tx, place, ids);
    const isCustomer = and(
      inStoreMode(remembered, place),
      eq(remembered.kind, "customer"),
      isAmong(remembered.id, customers),
    );
    const { rowCount } = await tx.delete(remembered).where(isCustomer);
    await tx
      .delete(personal)
      .where(and(inStoreMode(personal, place), eq(personal.kind, "recent_order"), isAmong(personal.id, orders)));
    await tx
      .update(seenEvent)
      .set({ data: null })
      .where(
        and(
          inStoreMode(seenEvent, place),
          sql`(${isAmong(seenEvent.orderId, orders)} or ${seenEvent.data} ->> 'customer_id' in (
            select json_array_elements_text(${JSON.stringify(customers)}::json)))`,
        ),
      );
    const erased = { reference, rows: { ...rows, remembered: rowCount ?? 0 } };
    await noteDeed(deedOf(place, maker, "erase", ids), { after: erased, recordId: reference }, tx);
    return erased;
  });
}
