import { and, eq, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { OrderReport } from "../../contract/affiliate-storefront.ts";
import type { Platform, ShopDeliveryStatus } from "../../contract/checkout/source-words.ts";
import { present } from "../../contract/read.ts";
import type { IngestOutcome, StorefrontEvent } from "../../contract/storefront.ts";
import type { Database, Transaction } from "../../database/client.ts";
import { product } from "../../database/schema/checkout.ts";
import {
  type ShopOrderState,
  type ShopOutcome,
  type ShopPart,
  shopDelivery,
  shopOrder,
} from "../../database/schema/checkout-shop.ts";
import { log } from "../../log.ts";
import { reportService } from "../affiliate/incoming-orders/index.ts";
import { takeProducts } from "../checkout/products.ts";
import type { Context } from "../kernel/context.ts";
import { forgetCatalogue } from "../storefront/catalogue-cache.ts";
import { takeEvents } from "../storefront/events.ts";
import { noteContact } from "../storefront/last-shop-contact.ts";
import { redeemAll } from "../storefront/redeem-ticket.ts";
import { noteRefusals } from "../storefront/refusals.ts";
import { findTenant } from "../tenants.ts";
import { isTold, lockOrder } from "./lock-order.ts";
import { join, takeFacts, withoutFacts } from "./merge-order-facts.ts";
import {
  type DeletedProduct,
  type ShopCode,
  type ShopOrderFacts,
  type ShopProduct,
  type ShopReading,
  Unreadable,
} from "./platform-order.ts";
import { connectors, parsed } from "./platforms.ts";
import { applyPrivacy } from "./privacy.ts";
import { ticketsOf } from "./shopify-codes.ts";

type Delivery = Pick<
  typeof shopDelivery.$inferSelect,
  "tenantId" | "id" | "platform" | "topic" | "body" | "attempts"
> & {
  /** Milliseconds. */
  receivedAt: number;
  late: boolean;
};
type Place = Pick<Context, "storeId" | "mode" | "currency" | "timeZone">;
type Settled = { status: ShopDeliveryStatus; outcome: ShopOutcome };

const mostAttempts = 10;
/** The time as the column has it. Rounded up, the time of a delivery that has just arrived is later than `now()`. */
const now = sql`now()::timestamptz(3)`;
/** Stripe sends the session and the invoice of one sale within seconds of each other. */
const awaited = sql`interval '10 minutes'`;

/** Applies all deliveries that are due, and returns their number. Several processes share the work. */
export async function applyDeliveries(db: Database): Promise<number> {
  for (let applied = 0; ; applied++) {
    if (!(await applyNext(db))) return applied;
  }
}

async function applyNext(db: Database): Promise<boolean> {
  let claimed: Delivery | undefined;
  try {
    const settled = await db.transaction(async (tx) => {
      const { rows } = await tx.execute<Delivery & Place>(sql`
        select d.tenant_id as "tenantId", d.id, d.platform, d.topic, d.body, d.attempts,
          extract(epoch from d.received_at)::float8 * 1000 as "receivedAt",
          d.received_at <= now() - ${awaited} as late,
          t.store_id as "storeId", t.mode, t.currency, t.time_zone as "timeZone"
        from checkout.shop_delivery d join checkout.tenant t on t.id = d.tenant_id
        where d.due_at <= ${now} order by d.due_at limit 1
        for key share of t skip locked for update of d skip locked`);
      const [row] = rows;
      if (!row) return null;
      claimed = row;
      const { tenantId, storeId, mode, currency, timeZone, platform } = row;
      const context = { tenantId, storeId, mode, currency, timeZone, keyId: platform, platform, publishable: false };
      const settled = await apply(tx, row, { ...context, db: tx as unknown as Database, pool: db });
      const isOver = settled.status !== "received";
      await settle(tx, row, {
        ...settled,
        ...(isOver ? { dueAt: null, settledAt: sql`now()` } : { dueAt: sql`received_at + ${awaited}` }),
      });
      return settled;
    });
    const isPlaced = ({ type, status }: ShopPart) => type === "order.placed" && status === "accepted";
    if (claimed && settled?.outcome.events?.some(isPlaced)) noteContact(db, claimed.tenantId, "ordered");
    if (claimed && settled?.outcome.product_id !== undefined) forgetCatalogue(db, claimed.tenantId);
    return settled !== null;
  } catch (err) {
    if (!claimed || db.$client.ended) throw err;
    log.error({ err, delivery: claimed.id }, "a shop's delivery could not be applied");
    await postpone(db, claimed);
    return true;
  }
}

type Changes = PgUpdateSetSource<typeof shopDelivery>;

async function settle(db: Pick<Database, "update">, { tenantId, id }: Delivery, changes: Changes): Promise<void> {
  await db
    .update(shopDelivery)
    .set(changes)
    .where(and(eq(shopDelivery.tenantId, tenantId), eq(shopDelivery.id, id)));
}

async function postpone(db: Database, delivery: Delivery): Promise<void> {
  const attempts = delivery.attempts + 1;
  const isOver = attempts >= mostAttempts;
  await settle(db, delivery, {
    attempts,
    outcome: { reason: "internal" },
    dueAt: isOver ? null : sql`now() + make_interval(secs => ${2 ** attempts}::float8)`,
    ...(isOver && { status: "failed", settledAt: sql`now()` }),
  });
}

async function apply(tx: Transaction, delivery: Delivery, context: Context): Promise<Settled> {
  const asked = await applyPrivacy(tx, { ...delivery, payload: parsed(delivery.body) }, context);
  if (asked) return asked;
  let reading: ShopReading;
  try {
    const place = { ...context, receivedAt: new Date(delivery.receivedAt).toISOString(), late: delivery.late };
    reading = connectors[delivery.platform].read(delivery.topic, parsed(delivery.body), place);
  } catch (cause) {
    if (!(cause instanceof Unreadable)) throw cause;
    return { status: "refused", outcome: { reason: "unreadable", field: cause.field } };
  }
  if ("ignored" in reading) return { status: "ignored", outcome: { reason: reading.ignored } };
  if ("product" in reading) return applyProduct(reading, delivery.platform, context);
  if ("deletedProduct" in reading) return deleteProduct(tx, delivery, reading);
  return applyOrder(tx, delivery.platform, reading.order, context);
}

async function applyProduct(
  { product: facts, asOf }: ShopProduct,
  source: Platform,
  context: Context,
): Promise<Settled> {
  const { db, tenantId } = context;
  const one = and(eq(product.tenantId, tenantId), eq(product.id, facts.id));
  // No webhook of a product says it.
  const [before] = await db.select({ tax_included: product.taxIncluded }).from(product).where(one);
  const [outcome] = await takeProducts([{ ...before, ...present(facts), source }], context, asOf);
  const [wrong] = outcome?.errors ?? [];
  const about = { product_id: facts.id };
  if (wrong) return { status: "refused", outcome: { ...about, reason: "unreadable", field: wrong.field } };
  const [known] = await db.select({ asOf: product.asOf }).from(product).where(one);
  return asOf && known?.asOf && known.asOf > new Date(asOf)
    ? { status: "ignored", outcome: { ...about, reason: "nothing_new" } }
    : { status: "applied", outcome: about };
}

/** Leaves a product that another program has described since. A name that a person entered is no description. */
async function deleteProduct(
  tx: Transaction,
  { tenantId, platform }: Delivery,
  { deletedProduct: id, asOf }: DeletedProduct,
): Promise<Settled> {
  const { rowCount } = await tx.execute(sql`
    insert into checkout.product as known (tenant_id, id, title, status, source, as_of)
    values (${tenantId}, ${id}, ${id}, 'deleted', ${platform}, ${asOf}::timestamptz)
    on conflict (tenant_id, id) do update set
      status = excluded.status, source = excluded.source, as_of = excluded.as_of, updated_at = excluded.updated_at
    where known.source in (${platform}, 'dashboard') and (known.as_of <= excluded.as_of) is not false
      and known.status <> 'deleted'`);
  const about = { product_id: id };
  return rowCount
    ? { status: "applied", outcome: about }
    : { status: "ignored", outcome: { ...about, reason: "nothing_new" } };
}

async function applyOrder(
  tx: Transaction,
  platform: Platform,
  facts: ShopOrderFacts,
  context: Context,
): Promise<Settled> {
  const { tenantId, currency } = context;
  const [{ id: key, state: known }, ...same] = await lockOrder(tx, { tenantId, platform }, facts);
  const save = (id: string, state: ShopOrderState) =>
    tx
      .update(shopOrder)
      .set({ state, updatedAt: sql`now()` })
      .where(and(eq(shopOrder.tenantId, tenantId), eq(shopOrder.platform, platform), eq(shopOrder.id, id)));
  const tell = async (before: ShopOrderState | null, about: ShopOrderFacts) => {
    const { state, events, reports } = takeFacts({ platform, currency }, before, about);
    const told = await tellEvents(context, events);
    const reported = await tellReports(tx, context, reports);
    forgetRefused(state, before, told, reported);
    return { state, told, reported };
  };
  let joined = known;
  for (const { id, state } of same) {
    // Both were told before anything said that they are one.
    if (isTold(state) && state.orderId !== known?.orderId)
      await tell(state, { ...withoutFacts(id, state), cancelledIn: new Date().toISOString() });
    joined = join(joined, state);
    await save(id, { currency: facts.currency, refunds: [], sameAs: key });
  }
  const { state, told, reported } = await tell(joined, { ...facts, key });
  await save(key, state);
  await redeemCodes(tx, context, state, facts.codes);
  const parts = [...told, ...reported];

  const isForeign = state.placedIn !== undefined && state.currency !== currency;
  const isAwaited = state.placedIn === undefined;
  const { unread } = facts;
  const otherwise = isAwaited || facts.otherwise !== "session_awaited" ? facts.otherwise : undefined;
  const reason = isForeign
    ? "foreign_currency"
    : isAwaited
      ? (otherwise ?? "order_awaited")
      : parts.length === 0
        ? (otherwise ?? "nothing_new")
        : unread && "unreadable";
  const outcome = {
    ...(reason && { reason }),
    ...(reason === "unreadable" && unread && { field: unread }),
    ...(state.orderId !== undefined && { order_id: state.orderId }),
    ...(state.number !== undefined && { order_number: state.number }),
    ...(told.length > 0 && { events: told }),
    ...(reported.length > 0 && { reports: reported }),
  };
  if (isAwaited && reason === "session_awaited") return { status: "received", outcome };
  const isWrong = isForeign || parts.some(isRefused);
  return { status: isWrong ? "refused" : parts.length > 0 ? "applied" : "ignored", outcome };
}

/** A code that lowered the price of an order proves the sale, and redeems the ticket that it was made for. */
async function redeemCodes(
  tx: Transaction,
  { platform: _, ...context }: Context,
  { counted, orderId = "", number = orderId, customerId, placedAt = "" }: ShopOrderState,
  codes: readonly ShopCode[] = [],
): Promise<void> {
  if (codes.length === 0 || counted === undefined) return;
  const order = { order_id: orderId, platform_order_id: number, customer_id: customerId, occurred_at: placedAt };
  await redeemAll(context, await ticketsOf(tx, context, codes), order);
}

/** What was refused is told again with the order's next delivery. */
function forgetRefused(
  state: ShopOrderState,
  before: ShopOrderState | null,
  told: readonly ShopPart[],
  reported: readonly ShopPart[],
): void {
  const refused = new Set(told.filter(isRefused).map(({ type }) => type));
  const { counted, cancelCounted, reported: known, standing } = before ?? {};
  if (refused.has("order.placed") || refused.has("order.edited")) Object.assign(state, { counted });
  if (refused.has("order.cancelled") || refused.has("order.reopened")) Object.assign(state, { cancelCounted });
  if (refused.has("order.refunded")) {
    const countedOf = new Map(before?.refunds.map((refund) => [refund.id, refund.counted]));
    for (const refund of state.refunds) Object.assign(refund, { counted: countedOf.get(refund.id) });
  }
  if (reported.some(isRefused)) Object.assign(state, { reported: known, standing });
}

/** An order counts whatever its lines are marked as. Wrong marks are noted among what the shop sent in vain. */
const isRefused = ({ status, type }: ShopPart) => status === "rejected" && !isSaleType(type);
const isSaleType = (type: string) => type === "offer.accepted" || type === "bundle.purchased";

async function tellEvents(context: Context, events: readonly StorefrontEvent[]): Promise<ShopPart[]> {
  if (events.length === 0) return [];
  const { data } = await takeEvents(context, events);
  const sales = events.flatMap((event, n) =>
    isSaleType(event.type) ? [{ event, outcome: data[n] as IngestOutcome }] : [],
  );
  noteRefusals(
    context,
    sales.map(({ event }) => event),
    sales.map(({ outcome }) => outcome),
  );
  return toParts(
    events.map(({ type, id }) => ({ type, id })),
    data,
  );
}

async function tellReports(tx: Transaction, context: Context, reports: readonly OrderReport[]): Promise<ShopPart[]> {
  if (reports.length === 0) return [];
  const { id: tenantId, ...facts } = await findTenant(tx, "affiliate", context.storeId, context.mode);
  const { data } = await reportService.handlers.orders.report(
    { body: { orders: [...reports] } },
    { ...context, ...facts, tenantId },
  );
  return toParts(
    reports.map((report) => ({
      type: report.type,
      id: report.type === "order.refunded" ? report.refund_id : report.external_id,
    })),
    data,
  );
}

type Answer = { status: string; errors?: ShopPart["errors"] };

function toParts(sent: readonly Pick<ShopPart, "type" | "id">[], answers: readonly Answer[]): ShopPart[] {
  return sent.flatMap((one, n) => {
    const { status = "", errors } = answers[n] ?? {};
    return status === "duplicate" ? [] : [{ ...one, status, ...(errors && { errors }) }];
  });
}
