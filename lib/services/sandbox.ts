import { and, eq, getTableColumns, is } from "drizzle-orm";
import { type PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "../database/client.ts";
import { deleteInBatches } from "../database/delete-in-batches.ts";
import * as affiliateSchema from "../database/schema/affiliate.ts";
import * as affiliateMoney from "../database/schema/affiliate-money.ts";
import * as affiliateSales from "../database/schema/affiliate-sales.ts";
import * as affiliateSums from "../database/schema/affiliate-sums.ts";
import * as schema from "../database/schema/checkout.ts";
import * as deliverySchema from "../database/schema/checkout-delivery.ts";
import * as recommendationSchema from "../database/schema/checkout-recommendations.ts";
import * as salesSchema from "../database/schema/checkout-sales.ts";
import { shopDelivery, shopOrder } from "../database/schema/checkout-shop.ts";
import { shopifyCode } from "../database/schema/checkout-shopify.ts";
import { ticket } from "../database/schema/checkout-tickets.ts";

const { apiKey, webhookEndpoint } = schema;
const { delivery, attempt, endpointHealth, notice } = deliverySchema;

/** Tables in the order in which a worker locks them at the end of a sending. */
const deliveryTables = [delivery, attempt, webhookEndpoint, endpointHealth, notice];
const tables = Object.values({
  ...schema,
  ...deliverySchema,
  ...salesSchema,
  ...recommendationSchema,
  shopDelivery,
  shopOrder,
  ticket,
  shopifyCode,
})
  .filter((one): one is typeof webhookEndpoint => is(one, PgTable) && "tenantId" in getTableColumns(one))
  .filter((table) => (table as PgTable) !== apiKey);

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
  versions: affiliateSchema.programVersion,
  outbox: affiliateSchema.outbox,
  ...affiliateSums,
}).filter((one): one is typeof affiliateSchema.affiliate => is(one, PgTable));

type Refill = (tx: Transaction, tenantId: number) => Promise<void>;
type Tables = readonly (PgTable & { tenantId: PgColumn })[];

/** Endpoints are deleted beforehand, so that no worker starts a delivery that waits for the rest. Keys and secrets stay. */
export const emptySandbox = (db: Database, storeId: string, refill?: Refill): Promise<void> =>
  empty(db, schema.tenant, storeId, { first: deliveryTables, all: tables }, refill);

/** The first pass does not lock the tenant's row, because a transaction that holds a record may still insert rows. */
export const emptyProgram = (db: Database, storeId: string, refill?: Refill): Promise<void> =>
  empty(db, affiliateSchema.tenant, storeId, { first: programTables, all: programTables }, refill);

/** With a refill, nobody sees an intermediate state. The mode is fixed here, so that live data cannot be affected. */
async function empty(
  db: Database,
  tenants: typeof schema.tenant | typeof affiliateSchema.tenant,
  storeId: string,
  { first, all }: { first: Tables; all: Tables },
  refill?: Refill,
): Promise<void> {
  const tenant = tenants as typeof schema.tenant;
  const place = and(eq(tenant.storeId, storeId), eq(tenant.mode, "sandbox"));
  const [row] = await db.select({ id: tenant.id }).from(tenant).where(place);
  if (!row) return;
  const deleteFrom = async (tx: Transaction, tables: Tables) => {
    for (const table of tables) await tx.delete(table).where(eq(table.tenantId, row.id));
  };
  // Whoever only empties it may see a part; the transactions, which make others wait, then find little left.
  if (!refill) {
    for (const table of all) await deleteInBatches(db, table, eq(table.tenantId, row.id));
  }
  await db.transaction((tx) => deleteFrom(tx, first));
  await db.transaction(async (tx) => {
    // Every insert locks its tenant's row: this statement waits for ingests in progress and makes later ones wait.
    await tx.select().from(tenant).where(place).for("update");
    await deleteFrom(tx, all);
    await refill?.(tx, row.id);
  });
}
