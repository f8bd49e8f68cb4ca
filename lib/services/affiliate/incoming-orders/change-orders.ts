import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { OrderReportOf } from "../../../contract/affiliate-storefront.ts";
import type { FieldError } from "../../../contract/errors.ts";
import type { Transaction } from "../../../database/client.ts";
import { order, orderRefund } from "../../../database/schema/affiliate-sales.ts";
import { amountText } from "../../../money.ts";
import { adjustForChange } from "../adjust-commissions.ts";
import type { Ledger } from "../ledger.ts";
import { partsOf, sumParts } from "../refund-parts.ts";
import type { OrderRow } from "../sums-of-records.ts";

export type OrderChange = OrderReportOf<"order.updated" | "order.refunded" | "order.cancelled">;
type Outcome = "accepted" | "duplicate" | FieldError[];
type RefundRow = Omit<typeof orderRefund.$inferSelect, "receivedAt">;
type Standing = { row: OrderRow; refunds: Map<string, RefundRow> };

/** The latest report of how the order stands decides, and with it whatever was reported of a later time alone. */
export async function changeOrders(
  tx: Transaction,
  ledger: Ledger,
  tenantId: number,
  changes: readonly OrderChange[],
): Promise<Map<OrderChange, Outcome>> {
  const outcomes = new Map<OrderChange, Outcome>();
  if (changes.length === 0) return outcomes;
  const rows = await lockOrders(tx, tenantId, changes);
  const known = await readRefunds(tx, tenantId, rows);
  const next = new Map(
    rows.map((row): [string, Standing] => [
      row.externalId,
      { row: { ...row }, refunds: new Map(known.get(row.id)?.map((refund) => [refund.externalId, refund])) },
    ]),
  );
  for (const change of changes) {
    const standing = next.get(change.external_id);
    outcomes.set(
      change,
      standing
        ? apply(standing, change)
        : [{ field: "external_id", message: "There is no such order. Report the order first." }],
    );
  }
  await writeRefunds(tx, tenantId, known, [...next.values()]);
  await writeOrders(tx, ledger, rows, next);
  return outcomes;
}

function apply(standing: Standing, change: OrderChange): Outcome {
  const before = snapshot(standing);
  const at = new Date(change.occurred_at);
  const { row, refunds } = standing;
  const isOld = row.standsAt !== null && at < row.standsAt;
  switch (change.type) {
    case "order.updated":
      if (isOld) return "duplicate";
      stand(standing, change, at);
      break;
    case "order.cancelled":
      if (isContained(row, at)) return "duplicate";
      row.status = "cancelled";
      row.cancelledAt = row.cancelledAt && row.cancelledAt > at ? row.cancelledAt : at;
      break;
    default: {
      if (refunds.has(change.refund_id) || isContained(row, at)) return "duplicate";
      const wrong = tooMuch(change, row);
      if (wrong) return wrong;
      refunds.set(change.refund_id, toRefund(row, change, at));
    }
  }
  settle(standing);
  return isDeepStrictEqual(snapshot(standing), before) ? "duplicate" : "accepted";
}

/** Whether the order's state, as it was reported of a later time, contains what happened at a time. */
const isContained = ({ standsAt }: OrderRow, at: Date) => standsAt !== null && at <= standsAt;

function stand({ row, refunds }: Standing, change: OrderReportOf<"order.updated">, at: Date): void {
  const { subtotal, discount, tax, shipping, total, line_items, cancelled } = change;
  Object.assign(row, { subtotal, discount, tax, shipping, total, lineItems: line_items, standsAt: at });
  if (cancelled) row.status = "cancelled";
  else if (row.cancelledAt === null || row.cancelledAt <= at) row.status = "paid";
  for (const [id, { createdAt }] of refunds) if (createdAt <= at) refunds.delete(id);
  for (const refund of change.refunds) {
    const { occurred_at } = refund;
    const made = occurred_at === undefined ? at : new Date(occurred_at);
    refunds.set(refund.refund_id, toRefund(row, refund, made < at ? made : at));
  }
}

type Refund = OrderReportOf<"order.updated">["refunds"][number];

function toRefund(
  { tenantId, id: orderId }: OrderRow,
  refund: Omit<Refund, "occurred_at">,
  createdAt: Date,
): RefundRow {
  const { refund_id: externalId, amount, chargeback = false } = refund;
  return { tenantId, orderId, externalId, amount, parts: partsOf(refund), chargeback, createdAt };
}

/** What follows from the refunds. */
function settle({ row, refunds }: Standing): void {
  const all = [...refunds.values()];
  row.refundedAmount = Math.min(
    row.total,
    all.reduce((sum, { amount }) => sum + amount, 0),
  );
  row.refundParts = sumParts(all.flatMap(({ parts }) => parts ?? []));
  if (row.status === "cancelled") return;
  row.status = row.refundedAmount === 0 ? "paid" : row.refundedAmount < row.total ? "partially_refunded" : "refunded";
}

function tooMuch({ amount }: { amount: number }, { total, refundedAmount, currency }: OrderRow): FieldError[] | null {
  const left = total - refundedAmount;
  if (amount <= left) return null;
  const message = `Must be at most ${amountText(left, currency, "minor")}, the part of the order that is not refunded yet.`;
  return [{ field: "amount", message }];
}

/** Everything but the time of the report, which alone is no change. */
const snapshot = ({ row: { standsAt: _, cancelledAt: __, ...row }, refunds }: Standing) => ({
  row,
  refunds: new Map(refunds),
});

async function lockOrders(tx: Transaction, tenantId: number, changes: readonly OrderChange[]): Promise<OrderRow[]> {
  const ids = [...new Set(changes.map(({ external_id }) => external_id))];
  return tx
    .select()
    .from(order)
    .where(and(eq(order.tenantId, tenantId), inArray(order.externalId, ids)))
    .orderBy(asc(order.id))
    .for("no key update");
}

type Known = Map<string, RefundRow[]>;

async function readRefunds(tx: Transaction, tenantId: number, rows: readonly OrderRow[]): Promise<Known> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ id }) => id);
  const found = await tx
    .select()
    .from(orderRefund)
    .where(and(eq(orderRefund.tenantId, tenantId), inArray(orderRefund.orderId, ids)))
    .orderBy(asc(orderRefund.orderId), asc(orderRefund.externalId));
  return Map.groupBy(
    found.map(({ receivedAt: _, ...row }) => row),
    ({ orderId }) => orderId,
  );
}

async function writeRefunds(tx: Transaction, tenantId: number, known: Known, next: readonly Standing[]): Promise<void> {
  const changed: RefundRow[] = [];
  const gone: RefundRow[] = [];
  for (const { row, refunds } of next) {
    const before = new Map(known.get(row.id)?.map((refund) => [refund.externalId, refund]));
    for (const refund of refunds.values()) {
      if (!isDeepStrictEqual(before.get(refund.externalId), refund)) changed.push(refund);
    }
    for (const refund of before.values()) if (!refunds.has(refund.externalId)) gone.push(refund);
  }
  for (const { orderId, externalId } of gone) {
    await tx
      .delete(orderRefund)
      .where(
        and(
          eq(orderRefund.tenantId, tenantId),
          eq(orderRefund.orderId, orderId),
          eq(orderRefund.externalId, externalId),
        ),
      );
  }
  if (changed.length === 0) return;
  const { amount, parts, chargeback, createdAt } = orderRefund;
  const excluded = (column: { name: string }) => sql.raw(`excluded.${column.name}`);
  await tx
    .insert(orderRefund)
    .values(changed)
    .onConflictDoUpdate({
      target: [orderRefund.tenantId, orderRefund.orderId, orderRefund.externalId],
      set: {
        amount: excluded(amount),
        parts: excluded(parts),
        chargeback: excluded(chargeback),
        createdAt: excluded(createdAt),
      },
    });
}

async function writeOrders(
  tx: Transaction,
  ledger: Ledger,
  rows: readonly OrderRow[],
  next: ReadonlyMap<string, Standing>,
): Promise<void> {
  const changed: OrderRow[] = [];
  for (const before of rows) {
    const { id: _, ...columns } = (next.get(before.externalId) as Standing).row;
    if (isDeepStrictEqual(before, { ...before, ...columns })) continue;
    const [after] = (await tx
      .update(order)
      .set({ ...columns, updatedAt: sql`now()` })
      .where(and(eq(order.tenantId, before.tenantId), eq(order.id, before.id)))
      .returning()) as [OrderRow];
    ledger.order(before, after);
    changed.push(after);
  }
  await adjustForChange(tx, ledger, changed);
}
