import "server-only";
import * as z from "zod";
import { text } from "../contract/common.ts";
import { type Deed, noteDeed } from "./audit/record.ts";
import { db, type StoreMode } from "./db.ts";
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

export async function forgetShopper(place: StoreMode, ids: ShopperIds, maker: Maker) {
  return db().transaction(async (tx) => {
    const erased = await eraseShopper(tx, place, ids);
    await noteDeed(deedOf(place, maker, "erase", ids), { after: erased, recordId: erased.reference }, tx);
    return erased;
  });
}
