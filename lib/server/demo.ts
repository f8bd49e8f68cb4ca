import "server-only";
import { sql } from "drizzle-orm";
import { experimentPlan } from "../database/schema/desk-experiments.ts";
import { experimentSnapshot } from "../database/schema/desk-history.ts";
import { db } from "./db.ts";
import { env } from "./env.ts";
import { forgetSandbox } from "./memory/retention.ts";
import { saveDetails } from "./payouts/details.ts";
import { type DemoOptions, fillSandbox } from "./wire/upstream.ts";

/** Also adds to the dashboard: readings of experiments, names of their variants, and accounts of affiliates. */
export async function fillDemo(storeId: string, options: DemoOptions = {}) {
  const pictures = `${env().CARTWRIGHT_ORIGIN}/demo-products`;
  const { readings, names, payees, ...counts } = await fillSandbox(db(), storeId, { pictures, ...options });
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
  for (const [n, { affiliateId, holder }] of payees.entries()) {
    const details = { kind: "iban" as const, holder, iban: demoIban(n) };
    await saveDetails({ ...sandbox, affiliateId }, details, { by: holder, confirmed: true });
  }
  return counts;
}

/** A German account number with correct check digits, of a bank that does not exist. */
function demoIban(n: number): string {
  const account = `10000000${String(n).padStart(10, "0")}`;
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, "0")}${account}`;
}
