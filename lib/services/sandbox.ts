import { and, eq, getTableColumns, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../database/client.ts";
import * as affiliateSchema from "../database/schema/affiliate.ts";
import * as affiliateMoney from "../database/schema/affiliate-money.ts";
import * as affiliateSales from "../database/schema/affiliate-sales.ts";
import * as affiliateSums from "../database/schema/affiliate-sums.ts";
import * as schema from "../database/schema/checkout.ts";
import * as deliverySchema from "../database/schema/checkout-delivery.ts";
import * as salesSchema from "../database/schema/checkout-sales.ts";
import type { Transaction } from "./delivery/emit.ts";

const { tenant, apiKey, webhookEndpoint } = schema;
const { delivery, attempt, endpointHealth, notice } = deliverySchema;

/** In the order in which a worker locks them when a sending ends. */
const deliveryTables = [delivery, attempt, webhookEndpoint, endpointHealth, notice];
const tables = Object.values({ ...schema, ...deliverySchema, ...salesSchema })
  .filter((one): one is typeof webhookEndpoint => is(one, PgTable) && "tenantId" in getTableColumns(one))
  .filter((table) => (table as PgTable) !== apiKey);

/**
 * Empties the checkout sandbox of a store, and fills it again where it is told with what: nobody sees it half done.
 * Keys stay, and nothing live is touched: the mode is fixed here.
 */
export async function emptySandbox(
  db: Database,
  storeId: string,
  refill?: (tx: Transaction, tenantId: number) => Promise<void>,
): Promise<void> {
  const place = and(eq(tenant.storeId, storeId), eq(tenant.mode, "sandbox"));
  const [row] = await db.select({ id: tenant.id }).from(tenant).where(place);
  if (!row) return;
  // First and by itself: once endpoints are gone, no worker takes up anything that could wait for the rest.
  await db.transaction(async (tx) => {
    for (const table of deliveryTables) await tx.delete(table).where(eq(table.tenantId, row.id));
  });
  await db.transaction(async (tx) => {
    // Whatever inserts a row holds its tenant's. So this waits for every ingest under way, and the next ones wait for it.
    await tx.select().from(tenant).where(place).for("update");
    for (const table of tables) await tx.delete(table).where(eq(table.tenantId, row.id));
    await refill?.(tx, row.id);
  });
}

/** Records in the order in which facts take them, then the sums. */
const programTables = Object.values({
  ...{ affiliate: affiliateSchema.affiliate, coupon: affiliateSchema.coupon, link: affiliateSchema.link },
  ...{ click: affiliateSales.click, order: affiliateSales.order, refund: affiliateSales.orderRefund },
  ...{ attribution: affiliateSales.attribution, reserved: affiliateMoney.payoutCommission },
  ...{ commission: affiliateMoney.commission, payout: affiliateMoney.payout },
  ...{ idempotency: affiliateSchema.idempotency, program: affiliateSchema.program },
  ...{ outbox: affiliateSchema.outbox },
  ...affiliateSums,
}).filter((one): one is typeof affiliateSchema.affiliate => is(one, PgTable));

/** The same for the affiliate sandbox of a store. */
export async function emptyProgram(
  db: Database,
  storeId: string,
  refill?: (tx: Transaction, tenantId: number) => Promise<void>,
): Promise<void> {
  const { tenant } = affiliateSchema;
  const place = and(eq(tenant.storeId, storeId), eq(tenant.mode, "sandbox"));
  const [row] = await db.select({ id: tenant.id }).from(tenant).where(place);
  if (!row) return;
  const empty = async (tx: Transaction) => {
    for (const table of programTables) await tx.delete(table).where(eq(table.tenantId, row.id));
  };
  // First without the tenant's row: whoever has locked a record may still insert what follows from it.
  await db.transaction(empty);
  await db.transaction(async (tx) => {
    await tx.select().from(tenant).where(place).for("update");
    await empty(tx);
    await refill?.(tx, row.id);
  });
}
