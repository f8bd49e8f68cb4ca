import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "../../database/client.ts";
import { affiliate, link } from "../../database/schema/affiliate.ts";
import { commission, payout } from "../../database/schema/affiliate-money.ts";
import { click, order } from "../../database/schema/affiliate-sales.ts";
import { Ledger } from "../../services/affiliate/ledger.ts";

type Tenant = { tenantId: number; timeZone: string };

// Serves records that were loaded past the ledger; nothing else may write in the meantime. Sums of clicks are rebuilt
// only on request, because they outlive the clicks.
export async function rebuildSums(db: Database, { tenantId, timeZone }: Tenant, withClicks = false): Promise<void> {
  await db.transaction(async (tx) => {
    await empty(tx, tenantId, withClicks);
    const ledger = new Ledger({ timeZone }, { tells: false });
    await each(tx, tenantId, affiliate, (row) => ledger.affiliate(null, row));
    await each(tx, tenantId, link, (row) => ledger.link(null, row));
    await each(tx, tenantId, order, (row) => ledger.order(null, row));
    await each(tx, tenantId, commission, (row) => ledger.commission(null, row));
    await each(tx, tenantId, payout, (row) => ledger.payout(null, row));
    if (withClicks) await each(tx, tenantId, click, (row) => ledger.click(null, row));
    await ledger.write(tx, tenantId);
  });
}

const daily = ["daily_total", "daily_affiliate", "daily_product", "daily_product_commission"];
const sums = ["monthly_affiliate", ...daily];
const clickSums = ["monthly_click", "daily_click", "daily_click_total", "hourly_click"];

async function empty(tx: Transaction, tenantId: number, withClicks: boolean): Promise<void> {
  for (const table of withClicks ? [...sums, ...clickSums] : sums) {
    await tx.execute(sql`delete from ${sql.raw(`affiliate.${table}`)} where tenant_id = ${tenantId}`);
  }
  await tx.execute(sql`
    delete from affiliate.record_count where tenant_id = ${tenantId} and (${withClicks} or kind <> 'click')`);
  const orders = sql.raw("orders = 0, all_orders = 0, gross = 0, refunded = 0");
  const clicks = sql.raw(withClicks ? ", clicks = 0" : "");
  await tx.execute(sql`update affiliate.link_total set ${orders}${clicks} where tenant_id = ${tenantId}`);
  await tx.execute(sql`
    update affiliate.affiliate_total set ${orders}${clicks},
      pending = 0, approved = 0, clawed_back = 0, paid = 0, reserved = 0
    where tenant_id = ${tenantId}`);
}

type Numbered = PgTable & { tenantId: PgColumn; id: PgColumn };
const portion = 5_000;

async function each<T extends Numbered>(
  tx: Transaction,
  tenantId: number,
  table: T,
  add: (row: T["$inferSelect"]) => void,
): Promise<void> {
  for (let last = ""; ; ) {
    const rows = (await tx
      .select()
      .from(table as PgTable)
      .where(and(eq(table.tenantId, tenantId), gt(table.id, last)))
      .orderBy(asc(table.id))
      .limit(portion)) as T["$inferSelect"][];
    for (const row of rows) add(row);
    if (rows.length < portion) return;
    last = rows.at(-1)?.id as string;
  }
}
