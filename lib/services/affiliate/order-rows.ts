import { and, desc, eq, or, sql } from "drizzle-orm";
import type { Database } from "../../database/client.ts";
import { attribution, order } from "../../database/schema/affiliate-sales.ts";
import { missing } from "../kernel/refuse.ts";
import type { OrderRow } from "./sums-of-records.ts";
import { timelineOf } from "./timeline.ts";

/** Accepts the service's id or the shop's id, because people have either at hand. The service's own id wins. */
export async function findOrder(db: Pick<Database, "select">, tenantId: number, id: string): Promise<OrderRow> {
  const [row] = await db
    .select()
    .from(order)
    .where(and(eq(order.tenantId, tenantId), or(eq(order.id, id), eq(order.externalId, id))))
    .orderBy(sql`${order.id} = ${id} desc`)
    .limit(1);
  if (!row) missing("Order", id);
  return row;
}

export async function readOrder(db: Pick<Database, "select">, row: OrderRow) {
  const history = await db
    .select()
    .from(attribution)
    .where(and(eq(attribution.tenantId, row.tenantId), eq(attribution.orderId, row.id)))
    .orderBy(desc(attribution.number));
  return {
    ...toRecord(row),
    attribution_history: history.map((entry, index) => ({
      method: entry.method,
      affiliate_id: entry.affiliateId,
      link_id: entry.linkId,
      click_id: entry.clickId,
      coupon_code: entry.couponCode,
      reason: entry.reason,
      reason_key: entry.reasonKey,
      note: entry.note,
      by: entry.by,
      at: entry.createdAt.toISOString(),
      superseded_at: history[index - 1]?.createdAt.toISOString() ?? null,
    })),
    attribution_timeline: await timelineOf(db, row, history),
  };
}

export function toRecord(row: OrderRow) {
  return {
    id: row.id,
    order_number: row.orderNumber,
    external_id: row.externalId,
    affiliate_id: row.affiliateId,
    link_id: row.linkId,
    click_id: row.clickId,
    coupon_code: row.couponCode,
    attribution_method: row.attributionMethod,
    attributed_at: row.attributedAt?.toISOString() ?? null,
    attributed_by: row.attributedBy,
    attribution_reason: row.attributionReason,
    attribution_reason_key: row.attributionReasonKey,
    customer_email: row.customerEmail,
    subtotal: row.subtotal,
    discount: row.discount,
    tax: row.tax,
    shipping: row.shipping,
    total: row.total,
    refunded_amount: row.refundedAmount,
    currency: row.currency,
    line_items: row.lineItems,
    status: row.status,
    created_at: row.createdAt.toISOString(),
  };
}
