import "server-only";
import type * as z from "zod";
import type { shopperIds } from "../../contract/desk/shoppers.ts";
import { db, type StoreMode } from "../db.ts";
import { countShopper, eraseShopper, exportShopper } from "../wire/upstream.ts";
import { type Deed, noteDeed } from "./audit/record.ts";

type ShopperIds = z.output<typeof shopperIds>;

type Maker = Pick<Deed, "actor" | "path"> & Partial<Pick<Deed, "role" | "requestId" | "tab">>;

const deedOf = (place: StoreMode, maker: Maker, operation: string, ids: ShopperIds) => ({
  ...place,
  ...maker,
  api: "desk" as const,
  resource: "shoppers",
  operation,
  method: "POST" as const,
  // Only which ids were given. The activity is never changed, so it may not contain the ids themselves.
  sent: { given: Object.keys(ids).filter((name) => ids[name as keyof ShopperIds] !== undefined) },
});

export async function shopperFile(place: StoreMode, ids: ShopperIds, maker: Maker) {
  const parts = await exportShopper(db(), place, ids);
  await noteDeed(deedOf(place, maker, "export", ids));
  return { store: place.storeId, mode: place.mode, given: ids, ...parts };
}

export const countOfShopper = (place: StoreMode, ids: ShopperIds) => countShopper(db(), place, ids);

export async function forgetShopper(place: StoreMode, ids: ShopperIds, maker: Maker) {
  return db().transaction(async (tx) => {
    const erased = await eraseShopper(tx, place, ids);
    await noteDeed(deedOf(place, maker, "erase", ids), { after: erased, recordId: erased.reference }, tx);
    return erased;
  });
}
