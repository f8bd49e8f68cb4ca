import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { OrderReportOf } from "../../../contract/affiliate-storefront.ts";
import type { FieldError } from "../../../contract/errors.ts";
import { order, orderRefund } from "../../../database/schema/affiliate-sales.ts";
import { amountText } from "../../../money.ts";
import type { Transaction } from "../../delivery/emit.ts";
import { adjustForRefund } from "../adjust-commissions.ts";
import type { OrderRow } from "../contributions.ts";
import type { Ledger } from "../ledger.ts";

export type Change = OrderReportOf<"order.refunded" | "order.cancelled">;
type Outcome = "accepted" | "duplicate" | FieldError[];

export async function changeOrders(
  tx: Transaction,
  ledger: Ledger,
  tenantId: number,
  changes: readonly Change[],
): Promise<Map<Change, Outcome>> {
  const outcomes = new Map<Change, Outcome>();
  if (changes.length === 0) return outcomes;
  const rows = await lockOrders(tx, tenantId, changes);
  const refunds = await readRefunds(tx, tenantId, rows);
  const next = new Map(rows.map((row) => [row.externalId, { ...row }]));
  const added: (typeof orderRefund.$inferInsert)[] = [];
  for (const change of changes) {
    const row = next.get(change.external_id);
    if (!row)
      outcomes.set(change, [{ field: "external_id", message: "There is no such order. Report the order first." }]);
    else if (change.type === "order.cancelled") {
      outcomes.set(change, row.status === "cancelled" ? "duplicate" : "accepted");
      row.status = "cancelled";
    } else {
      const name = refundName(row.id, change.refund_id);
      const outcome = refunds.has(name) ? "duplicate" : tooMuch(change, row);
      outcomes.set(change, outcome);
      if (outcome !== "accepted") continue;
      refunds.add(name);
      const { refund_id: externalId, amount, occurred_at } = change;
      added.push({ tenantId, orderId: row.id, externalId, amount, createdAt: new Date(occurred_at) });
      row.refundedAmount += amount;
      if (row.status !== "cancelled") row.status = row.refundedAmount < row.total ? "partially_refunded" : "refunded";
    }
  }
  if (added.length > 0) await tx.insert(orderRefund).values(added);
  await writeOrders(tx, ledger, rows, next);
  return outcomes;
}

const refundName = (orderId: string, id: string) => `${orderId} ${id}`;

function tooMuch({ amount }: { amount: number }, { total, refundedAmount, currency }: OrderRow): Outcome {
  const left = total - refundedAmount;
  return amount <= left
    ? "accepted"
    : [
        {
          field: "amount",
          message: `Must be at most ${amountText(left, currency, "minor")}, the part of the order that is not refunded yet.`,
        },
      ];
}

async function lockOrders(tx: Transaction, tenantId: number, changes: readonly Change[]): Promise<OrderRow[]> {
  const ids = [...new Set(changes.map(({ external_id }) => external_id))];
  return tx
    .select()
    .from(order)
    .where(and(eq(order.tenantId, tenantId), inArray(order.externalId, ids)))
    .orderBy(asc(order.id))
    .for("no key update");
}

async function readRefunds(tx: Transaction, tenantId: number, rows: readonly OrderRow[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const ids = rows.map(({ id }) => id);
  const found = await tx
    .select({ orderId: orderRefund.orderId, externalId: orderRefund.externalId })
    .from(orderRefund)
    .where(and(eq(orderRefund.tenantId, tenantId), inArray(orderRefund.orderId, ids)));
  return new Set(found.map(({ orderId, externalId }) => refundName(orderId, externalId)));
}

async function writeOrders(tx: Transaction, ledger: Ledger, rows: readonly OrderRow[], next: Map<string, OrderRow>) {
  const changed: OrderRow[] = [];
  for (const before of rows) {
    const { status, refundedAmount } = next.get(before.externalId) as OrderRow;
    if (status === before.status && refundedAmount === before.refundedAmount) continue;
    const [after] = (await tx
      .update(order)
      .set({ status, refundedAmount, updatedAt: sql`now()` })
      .where(and(eq(order.tenantId, before.tenantId), eq(order.id, before.id)))
      .returning()) as [OrderRow];
    ledger.order(before, after);
    changed.push(after);
  }
  await adjustForRefund(tx, ledger, changed);
}
