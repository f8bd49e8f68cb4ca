import "server-only";
import { eq, sql } from "drizzle-orm";
import { store } from "../database/schema/desk.ts";
import { remembered } from "../database/schema/desk-work.ts";
import { db } from "./db.ts";
import { type DemoOptions, fillSandbox, priceList } from "./embedded.ts";
import { forgetSandboxPayouts } from "./payouts/forget.ts";

/** The demo shop in a store's sandbox, with its products named and priced where nobody has done so. */
export async function fillDemo(storeId: string, options: DemoOptions = {}) {
  const counts = await fillSandbox(db(), storeId, options);
  await forgetSandboxPayouts(storeId);
  const [place] = await db().select({ currency: store.currency }).from(store).where(eq(store.id, storeId));
  const currency = place?.currency ?? "EUR";
  const rows = priceList(currency).map((product) => ({
    ...{ storeId, mode: "sandbox" as const, kind: "product" as const, currency },
    ...product,
  }));
  await db()
    .insert(remembered)
    .values(rows)
    .onConflictDoUpdate({
      target: [remembered.storeId, remembered.mode, remembered.kind, remembered.id],
      set: {
        name: sql`coalesce(${remembered.name}, excluded.name)`,
        price: sql`coalesce(${remembered.price}, excluded.price)`,
        currency: sql`coalesce(${remembered.currency}, excluded.currency)`,
      },
    });
  return counts;
}
