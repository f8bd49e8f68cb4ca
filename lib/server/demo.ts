import "server-only";
import { eq, sql } from "drizzle-orm";
import { store } from "../database/schema/desk.ts";
import { experimentPlan } from "../database/schema/desk-experiments.ts";
import { experimentSnapshot } from "../database/schema/desk-history.ts";
import { remembered } from "../database/schema/desk-work.ts";
import { db } from "./db.ts";
import { forgetSandbox } from "./forget.ts";
import { type DemoOptions, fillSandbox, priceList } from "./upstream.ts";

/** Also adds to the dashboard: readings of experiments, names of their variants, names and prices of products. */
export async function fillDemo(storeId: string, options: DemoOptions = {}) {
  const { readings, names, ...counts } = await fillSandbox(db(), storeId, options);
  await forgetSandbox(storeId);
  const sandbox = { storeId, mode: "sandbox" as const };
  await db()
    .insert(experimentSnapshot)
    .values(readings.map((reading) => ({ ...sandbox, ...reading })));
  await db()
    .insert(experimentPlan)
    .values(names.map((named) => ({ ...sandbox, ...named })))
    .onConflictDoUpdate({
      target: [experimentPlan.storeId, experimentPlan.mode, experimentPlan.experiment],
      set: { names: sql`coalesce(${experimentPlan.names}, excluded.names)` },
    });
  const [own] = await db().select({ currency: store.currency }).from(store).where(eq(store.id, storeId));
  const currency = own?.currency ?? "EUR";
  const rows = priceList(currency).map((product) => ({
    ...sandbox,
    kind: "product" as const,
    currency,
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
