import { and, asc, desc, eq, getTableColumns, gte, inArray, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { orders as contract } from "../../contract/checkout/orders.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { isRecord } from "../../contract/errors.ts";
import { present } from "../../contract/read.ts";
import { countUpTo } from "../../database/count-rows.ts";
import { bundle, upsell, webhookEndpoint } from "../../database/schema/checkout.ts";
import { delivery, event } from "../../database/schema/checkout-delivery.ts";
import { order, storefrontEvent } from "../../database/schema/checkout-sales.ts";
import type { Context } from "../kernel/context.ts";
import { toMajor } from "../kernel/money.ts";
import { missing } from "../kernel/refuse.ts";
import { kept } from "../retention-terms.ts";
import { byEitherId, matching, sorts } from "./find-orders.ts";

type Row = typeof order.$inferSelect;
const { lines: _lines, claims: _claims, ...listed } = getTableColumns(order);

/** More events than any order has, and more offers than any shopper sees; it limits the response. */
const mostEvents = 200;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const orders: ResourceHandlers<(typeof contract)["orders"], Context> = {
  async get({ params }, context) {
    const { currency } = context;
    const row = await find(context, params.id);
    const line_items = row.lines.map(({ price, ...line }) => ({
      ...line,
      unit_price: price === null ? null : toMajor(price, currency),
    }));
    return { ...toRecord(row, currency, await namesIn(context, [row])), line_items };
  },

  async list({ query }, context) {
    const { db, tenantId, currency } = context;
    const { page, per_page, sort = "placed_at", order: way = sort === "placed_at" ? "desc" : "asc" } = query;
    const where = placed(tenantId, await matching(query, context));
    const inOrder = way === "desc" ? desc : asc;
    const [rows, total] = await Promise.all([
      db
        .select(listed)
        .from(order)
        .where(where)
        .orderBy(inOrder(sorts[sort]), inOrder(order.id))
        .limit(per_page)
        .offset((page - 1) * per_page),
      countUpTo(db, order, where),
    ]);
    const names = await namesIn(context, rows);
    return { data: rows.map((row) => toRecord(row, currency, names)), pagination: { page, per_page, total } };
  },

  async offers({ params }, context) {
    const row = await find(context, params.id);
    const seen = await offersSeen(context, row);
    const ids = [...new Set([...seen.keys(), ...row.upsellsAccepted])];
    const { upsells } = await namesIn(context, [{ upsellsAccepted: ids, bundlesPurchased: [] }]);
    const data = ids.map((id) => {
      const { name = id, productId } = upsells.get(id) ?? {};
      const { shownAt, declined = false, ...seenAt } = seen.get(id) ?? {};
      const { placement, device } = { ...seenAt, ...row.offerFacts[id]?.look };
      const accepted = row.upsellsAccepted.includes(id);
      return {
        upsell_id: id,
        name,
        ...(productId !== undefined && { product_id: productId }),
        ...(shownAt && { shown_at: shownAt.toISOString() }),
        answer: accepted ? "accepted" : declined ? "declined" : null,
        ...present({ placement, device }),
        ...(accepted && { revenue: toMajor(row.upsellLines[id] ?? 0, context.currency) }),
      };
    });
    const since = Date.now() - kept("KEEP_STOREFRONT_EVENTS_DAYS") * dayMs;
    return { data, complete: row.visitorId !== null && row.placedAt !== null && row.placedAt.getTime() > since };
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

const placed = (tenantId: number, which?: SQL) => and(eq(order.tenantId, tenantId), isNotNull(order.placedAt), which);

type Names = {
  upsells: ReadonlyMap<string, { name: string; productId: string }>;
  bundles: ReadonlyMap<string, string>;
};

export async function namesIn(
  { db, tenantId }: Context,
  rows: readonly Pick<Row, "upsellsAccepted" | "bundlesPurchased">[],
): Promise<Names> {
  const [upsells, bundles] = [
    [...new Set(rows.flatMap(({ upsellsAccepted }) => upsellsAccepted))],
    [...new Set(rows.flatMap(({ bundlesPurchased }) => bundlesPurchased))],
  ];
  const [offers, sets] = await Promise.all([
    upsells.length === 0
      ? []
      : db
          .select({ id: upsell.id, name: upsell.name, productId: upsell.productId })
          .from(upsell)
          .where(and(eq(upsell.tenantId, tenantId), inArray(upsell.id, upsells))),
    bundles.length === 0
      ? []
      : db
          .select({ id: bundle.id, name: bundle.name })
          .from(bundle)
          .where(and(eq(bundle.tenantId, tenantId), inArray(bundle.id, bundles))),
  ]);
  return {
    upsells: new Map(offers.map(({ id, ...offer }) => [id, offer])),
    bundles: new Map(sets.map(({ id, name }) => [id, name])),
  };
}

type Seen = Map<string, { shownAt?: Date; declined?: boolean; placement?: string }>;

/** The offers that the visitor saw from a day before the order to an hour after it, in the order of the first sight. */
async function offersSeen({ db, tenantId }: Context, { visitorId, placedAt }: Row): Promise<Seen> {
  const seen: Seen = new Map();
  if (visitorId === null || placedAt === null) return seen;
  const at = placedAt.getTime();
  const rows = await db
    .select({ type: storefrontEvent.type, at: storefrontEvent.occurredAt, data: storefrontEvent.data })
    .from(storefrontEvent)
    .where(
      and(
        eq(storefrontEvent.tenantId, tenantId),
        sql`type in ('offer.shown', 'offer.declined')`,
        sql`${storefrontEvent.data} ->> 'visitor_id' = ${visitorId}`,
        gte(storefrontEvent.occurredAt, new Date(at - dayMs)),
        lt(storefrontEvent.occurredAt, new Date(at + hourMs)),
      ),
    )
    .orderBy(asc(storefrontEvent.occurredAt), asc(storefrontEvent.id))
    .limit(mostEvents);
  for (const { type, at: seenAt, data } of rows) {
    const id = String(data.upsell_id);
    const known = seen.get(id) ?? {};
    if (typeof data.placement === "string") known.placement = data.placement;
    if (type === "offer.declined") known.declined = true;
    else known.shownAt ??= seenAt;
    seen.set(id, known);
  }
  return seen;
}

function endpointsOf({ db, tenantId }: Context) {
  return db.select({ id: webhookEndpoint.id }).from(webhookEndpoint).where(eq(webhookEndpoint.tenantId, tenantId));
}

function dataOf(body: string) {
  const parsed: unknown = JSON.parse(body);
  return isRecord(parsed) && isRecord(parsed.data) ? parsed.data : {};
}

function toRecord(row: Omit<Row, "lines" | "claims">, currency: string, { upsells, bundles }: Names) {
  const revenue = row.cancelled ? 0 : row.upsellRevenue + row.bundleRevenue + row.subscriptionRevenue;
  return {
    order_id: row.id,
    platform_order_id: row.platformOrderId ?? "",
    customer_id: row.customerId,
    visitor_id: row.visitorId,
    upsell_names: row.upsellsAccepted.map((id) => upsells.get(id)?.name ?? id),
    bundle_names: row.bundlesPurchased.map((id) => bundles.get(id) ?? id),
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
