import { eq, sql } from "drizzle-orm";
import { type settingsOperations as contract, unknownSettings } from "../../contract/checkout/settings.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { Database } from "../../database/client.ts";
import { settings as table } from "../../database/schema/checkout.ts";
import type { Context } from "../kernel/context.ts";
import { refuse } from "../kernel/refuse.ts";

const defaults = { upsells: { default_placement: "post_purchase", max_offers_per_checkout: 3 } };

export type StoreSettings = typeof defaults;

export const settings: ResourceHandlers<(typeof contract)["settings"], Context> = {
  async get(_input, { db, tenantId }) {
    return readSettings(db, tenantId);
  },

  async update({ body }, { db, tenantId }) {
    refuse(unknownSettings(body).map((field) => ({ field, message: "This is not a known setting." })));
    // Merges in the statement, so that two people who change different settings at once both keep their change.
    const upsells = JSON.stringify(body.upsells ?? {});
    await db
      .insert(table)
      .values({ tenantId, values: { upsells: body.upsells ?? {} } })
      .onConflictDoUpdate({
        target: table.tenantId,
        set: {
          values: sql`jsonb_set(${table.values}, '{upsells}', coalesce(${table.values}->'upsells', '{}') || ${upsells}::jsonb)`,
          updatedAt: sql`now()`,
        },
      });
    return readSettings(db, tenantId);
  },
};

export async function readSettings(db: Pick<Database, "select">, tenantId: number): Promise<StoreSettings> {
  const [row] = await db.select({ values: table.values }).from(table).where(eq(table.tenantId, tenantId));
  return { upsells: { ...defaults.upsells, ...row?.values.upsells } };
}
