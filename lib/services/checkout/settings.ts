import { eq, sql } from "drizzle-orm";
import type { OfferTexts } from "../../contract/checkout/offer-text-words.ts";
import { type settingsOperations as contract, unknownSettings } from "../../contract/checkout/settings.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { Database } from "../../database/client.ts";
import { settings as table } from "../../database/schema/checkout.ts";
import type { Context } from "../kernel/context.ts";
import { refuse } from "../kernel/refuse.ts";

const defaults = {
  upsells: { default_placement: "post_purchase", max_offers_per_checkout: 3 },
  offers: { cooldown_hours: 24, texts: {} as OfferTexts },
  orders: { count_unconfirmed: false },
  experiments: { holdout_percent: 0 },
  shop: { address: "" },
};
const groups = Object.keys(defaults) as (keyof StoreSettings)[];

export type StoreSettings = typeof defaults;

export const settings: ResourceHandlers<(typeof contract)["settings"], Context> = {
  async get(_input, { db, tenantId }) {
    return readSettings(db, tenantId);
  },

  async update({ body }, { db, tenantId }) {
    refuse(unknownSettings(body).map((field) => ({ field, message: "This is not a known setting." })));
    const values = Object.fromEntries(groups.map((group) => [group, body[group] ?? {}]));
    // Merges in the statement, so that two people who change different settings at once both keep their change.
    const merged = groups.map(
      (group) =>
        sql`${group}::text, coalesce(${table.values}->${group}::text, '{}') || ${JSON.stringify(values[group])}::jsonb`,
    );
    await db
      .insert(table)
      .values({ tenantId, values })
      .onConflictDoUpdate({
        target: table.tenantId,
        set: { values: sql`jsonb_build_object(${sql.join(merged, sql`, `)})`, updatedAt: sql`excluded.updated_at` },
      });
    return readSettings(db, tenantId);
  },
};

export async function readSettings(db: Pick<Database, "select">, tenantId: number): Promise<StoreSettings> {
  const [row] = await db.select({ values: table.values }).from(table).where(eq(table.tenantId, tenantId));
  const read = groups.map((group) => [group, { ...defaults[group], ...row?.values[group] }]);
  return Object.fromEntries(read) as StoreSettings;
}
