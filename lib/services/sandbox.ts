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

/** Tables in the order in which a worker locks them at the end of a sending. */
const deliveryTables = [delivery, attempt, webhookEndpoint, endpointHealth, notice];
const tables = Object.values({ ...schema, ...deliverySchema, ...salesSchema })
  .filter((one): one is typeof webhookEndpoint => is(one, PgTable) && "tenantId" in getTableColumns(one))
  .filter((table) => (table as PgTable) !== apiKey);

/** Nobody sees an intermediate state. The mode is fixed here, so that live data cannot be affected. Keys stay. */
export async function emptySandbox(
  db: Database,
  storeId: string,
  refill?: (tx: Transaction, tenantId: number) => Promise<void>,
): Promise<void> {
  const place = and(eq(tenant.storeId, storeId), eq(tenant.mode, "sandbox"));
  const [row] = await db.select({ id: tenant.id }).from(tenant).where(place);
  if (!row) return;
  // Endpoints are deleted in a transaction of their own, so that no worker starts a delivery that waits for the rest.
  await db.transaction(async (tx) => {
    for (const table of deliveryTables) await tx.delete(table).where(eq(table.tenantId, row.id));
  });
  await db.transaction(async (tx) => {
    // Every insert locks its tenant's row: this statement waits for ingests in progress and makes later ones wait.
    await tx.select().from(tenant).where(place).for("update");
    for (const table of tables) await tx.delete(table).where(eq(table.tenantId, row.id));
    await refill?.(tx, row.id);
  });
}

/** Records in the order in which an ingest locks them, then the sums. */
const programTables = Object.values({
  affiliate: affiliateSchema.affiliate,
  coupon: affiliateSchema.coupon,
  link: affiliateSchema.link,
  click: affiliateSales.click,
  order: affiliateSales.order,
  refund: affiliateSales.orderRefund,
  attribution: affiliateSales.attribution,
  reserved: affiliateMoney.payoutCommission,
  commission: affiliateMoney.commission,
  payout: affiliateMoney.payout,
  idempotency: affiliateSchema.idempotency,
  program: affiliateSchema.program,
  outbox: affiliateSchema.outbox,
  ...affiliateSums,
}).filter((one): one is typeof affiliateSchema.affiliate => is(one, PgTable));

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
  // The first pass does not lock the tenant's row, because a transaction that holds a record may still insert rows.
  await db.transaction(empty);
  await db.transaction(async (tx) => {
    await tx.select().from(tenant).where(place).for("update");
    await empty(tx);
    await refill?.(tx, row.id);
  });
}
