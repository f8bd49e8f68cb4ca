import "../../lib/runtime/server-modules.ts";
import { password } from "../../e2e/processes.ts";

export const owner = { name: "Owner", email: "owner@bench.test", password };

/** The owner has many stores, store-0 and so on, each with its own key for the live checkout API. */
export async function furnish(settings: Record<string, string>, stores: number): Promise<void> {
  Object.assign(process.env, settings);
  const { setUpAgain } = await import("../../lib/server/set-up.ts");
  const { saveConnection } = await import("../../lib/server/connections.ts");
  const { member, store } = await import("../../lib/database/schema/desk.ts");
  const { db } = await import("../../lib/server/db.ts");
  await setUpAgain(owner, { id: "store-0", name: "Store 0", currency: "EUR", time_zone: "UTC" });
  const [first] = await db().select().from(member);
  const ids = Array.from({ length: stores }, (_, n) => `store-${n}`);
  const [, ...more] = ids;
  if (more.length > 0) {
    const userId = first?.userId as string;
    await db()
      .insert(store)
      .values(more.map((id) => ({ id, name: id, currency: "EUR", timeZone: "UTC" })));
    await db()
      .insert(member)
      .values(more.map((storeId) => ({ storeId, userId, role: "owner" as const })));
  }
  for (const storeId of ids) {
    await saveConnection({ storeId, mode: "live", api: "checkout" }, `live_key_of_${storeId}_0123456789`);
  }
  await db().$client.end();
}
