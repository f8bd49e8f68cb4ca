import { store } from "../../lib/database/schema/desk.ts";
import { db } from "../../lib/server/db.ts";
import { type Deed, noteDeed, operator } from "../../lib/server/memory/audit/record.ts";

type Facts = Pick<Deed, "resource" | "operation" | "recordId" | "sent">;

export const noteCommand = (place: Pick<Deed, "storeId" | "mode">, facts: Facts): Promise<void> =>
  noteDeed({ ...place, ...facts, actor: operator, api: "desk", method: "POST", path: "/command-line" });

export async function noteInStores(ids: readonly string[], facts: Facts): Promise<void> {
  for (const storeId of ids) await noteCommand({ storeId, mode: null }, facts);
}

export async function noteInAllStores(facts: Facts): Promise<void> {
  const stores = await db().select({ id: store.id }).from(store);
  await noteInStores(
    stores.map(({ id }) => id),
    facts,
  );
}
