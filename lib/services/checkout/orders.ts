import { and, asc, desc, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { orders as contract } from "../../contract/checkout/orders.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { isRecord } from "../../contract/errors.ts";
import { countUpTo } from "../../database/count-rows.ts";
import { webhookEndpoint } from "../../database/schema/checkout.ts";
import { delivery, event } from "../../database/schema/checkout-delivery.ts";
import { order } from "../../database/schema/checkout-sales.ts";
import type { Context } from "../kernel/context.ts";
import { toMajor } from "../kernel/money.ts";
import { missing } from "../kernel/refuse.ts";

type Row = typeof order.$inferSelect;

/** More events than any order has; it limits the response. */
const mostEvents = 200;

export const orders: ResourceHandlers<(typeof contract)["orders"], Context> = {
  async get({ params }, context) {
    return toRecord(await find(context, params.id), context.currency);
  },

  async list({ query: { page, per_page, search } }, { db, tenantId, currency }) {
    const where = placed(tenantId, search === undefined ? undefined : byEitherId(search));
    const [rows, total] = await Promise.all([
      db
        .select()
        .from(order)
        .where(where)
        .orderBy(desc(order.placedAt), desc(order.id))
        .limit(per_page)
        .offset((page - 1) * per_page),
      countUpTo(db, order, where),
    ]);
    return { data: rows.map((row) => toRecord(row, currency)), pagination: { page, per_page, total } };
  },

  async events({ params }, context) {
    const { db, tenantId } = context;
    const { id } = await find(context, params.id);
    const events = await db
      .select()
      .from(event)
      .where(and(eq(event.tenantId, tenantId), eq(event.orderId, id)))
      .orderBy(asc(event.createdAt), asc(event.id))
      .limit(mostEvents);
    const sent = await db
      .select({
        id: delivery.id,
        endpoint_id: delivery.endpointId,
        status: delivery.status,
        event: delivery.eventId,
      })
      .from(delivery)
      .where(
        and(
          eq(delivery.tenantId, tenantId),
          // Names the endpoints, because the index of deliveries begins with the endpoint.
          inArray(delivery.endpointId, endpointsOf(context)),
          inArray(
            delivery.eventId,
            events.map((one) => one.id),
          ),
        ),
      )
      .orderBy(asc(delivery.createdAt), asc(delivery.id));
    return {
      data: events.map(({ id: eventId, type, createdAt, body }) => ({
        id: eventId,
        type,
        created_at: createdAt.toISOString(),
        data: dataOf(body),
        deliveries: sent.filter((one) => one.event === eventId).map(({ event: _, ...one }) => one),
      })),
    };
  },
};

/** Accepts the service's id or the platform's id, because people have either at hand. The service's own id wins. */
async function find({ db, tenantId }: Context, id: string): Promise<Row> {
  const [row] = await db
    .select()
    .from(order)
    .where(placed(tenantId, byEitherId(id)))
    .orderBy(sql`${order.id} = ${id} desc`)
    .limit(1);
  if (!row) missing("Order", id);
  return row;
}

const byEitherId = (id: string) => or(eq(order.id, id), eq(order.platformOrderId, id));

const placed = (tenantId: number, which?: SQL) => and(eq(order.tenantId, tenantId), isNotNull(order.placedAt), which);

function endpointsOf({ db, tenantId }: Context) {
  return db.select({ id: webhookEndpoint.id }).from(webhookEndpoint).where(eq(webhookEndpoint.tenantId, tenantId));
}

function dataOf(body: string) {
  const parsed: unknown = JSON.parse(body);
  return isRecord(parsed) && isRecord(parsed.data) ? parsed.data : {};
}

function toRecord(row: Row, currency: string) {
  const revenue = row.cancelled ? 0 : row.upsellRevenue + row.bundleRevenue + row.subscriptionRevenue;
  return {
    order_id: row.id,
    platform_order_id: row.platformOrderId ?? "",
    service_data: {
      upsells_accepted: row.upsellsAccepted,
      bundles_purchased: row.bundlesPurchased,
      service_revenue: toMajor(revenue, currency),
      ...(row.experimentVariant !== null && { experiment_variant: row.experimentVariant }),
    },
    currency,
    ...(row.placedAt && { placed_at: row.placedAt.toISOString() }),
    total: toMajor(row.total + row.edited, currency),
    refunded_amount: toMajor(row.refunded, currency),
    cancelled: row.cancelled,
    confirmed: row.confirmed,
    counted: row.counted,
  };
}
