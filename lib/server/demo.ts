import "server-only";
import { sql } from "drizzle-orm";
import { experimentPlan } from "../database/schema/desk-experiments.ts";
import { experimentSnapshot } from "../database/schema/desk-history.ts";
import { db } from "./db.ts";
import { forgetSandbox } from "./forget.ts";
import { type DemoOptions, fillSandbox } from "./upstream.ts";

/** Also adds to the dashboard: readings of experiments and names of their variants. */
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
  return counts;
}
