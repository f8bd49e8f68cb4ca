import { eq, sql } from "drizzle-orm";
import type { program as contract, Program } from "../../contract/affiliate/program.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { Database } from "../../database/client.ts";
import { program as table } from "../../database/schema/affiliate.ts";
import type { Context } from "../kernel/context.ts";
import { refuse } from "../kernel/refuse.ts";
import { unfitRate } from "./refusals.ts";

const defaults: Program = {
  hold_days: 30,
  attribution_window_days: 30,
  default_commission_type: "percentage",
  default_commission_rate: 10,
  exclude_tax: true,
  exclude_shipping: true,
  excluded_products: [],
  coupons_attribute: true,
  customers_attribute: true,
  self_referrals: "flag",
};

export const program: ResourceHandlers<(typeof contract)["program"], Context> = {
  async get(_input, { db, tenantId }) {
    return readProgram(db, tenantId);
  },

  async update({ body }, { db, tenantId }) {
    return db.transaction(async (tx) => {
      // The row is inserted and locked before it is read, so that a rate is validated against its stored type.
      await tx.insert(table).values({ tenantId, values: {} }).onConflictDoNothing();
      await tx.select().from(table).where(eq(table.tenantId, tenantId)).for("no key update");
      const next = { ...(await readProgram(tx, tenantId)), ...body };
      refuse(unfitRate("default_commission_rate", next.default_commission_type, next.default_commission_rate));
      await tx
        .update(table)
        .set({ values: sql`${table.values} || ${JSON.stringify(body)}::jsonb`, updatedAt: sql`now()` })
        .where(eq(table.tenantId, tenantId));
      return next;
    });
  },
};

export async function readProgram(db: Pick<Database, "select">, tenantId: number): Promise<Program> {
  const [row] = await db.select({ values: table.values }).from(table).where(eq(table.tenantId, tenantId));
  return readRules(row?.values);
}

export function readRules(values: Record<string, unknown> | null | undefined): Program {
  return { ...defaults, ...values };
}
