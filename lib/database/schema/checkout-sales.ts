import { type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, boolean, date, index, integer, jsonb, numeric, primaryKey, text } from "drizzle-orm/pg-core";
import type { SaleEvent } from "../../contract/storefront.ts";
import { checkout, tenantId } from "./checkout.ts";
import { bytes, count, day, moment, month, sum, textKey } from "./kernel.ts";

/** Each event once, by the shop's id. Rows are kept for a limited time, the sums below for good. */
export const storefrontEvent = checkout.table(
  "storefront_event",
  {
    tenantId: tenantId(),
    id: text("id").notNull(),
    type: text("type").notNull(),
    occurredAt: moment("occurred_at").notNull(),
    receivedAt: moment("received_at").notNull(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("storefront_event_received").on(table.receivedAt),
    // Only showings of the last 24 hours are looked up by their offer, for the offer's page.
    index("storefront_event_shown")
      .on(table.tenantId, sql`(${table.data} ->> 'upsell_id')`, table.occurredAt)
      .where(sql`type = 'offer.shown'`),
    // Plans of experiments need the visitors of the last weeks, or an equal part of them.
    index("storefront_event_visit")
      .on(table.tenantId, sql`(hashtext(${table.data} ->> 'visitor_id') & 1023)`, table.occurredAt)
      .where(sql`type = 'visit'`),
    // A declined offer may have to rest before the same visitor sees it again, and an order shows what its visitor was offered.
    index("storefront_event_offered")
      .on(table.tenantId, sql`(${table.data} ->> 'visitor_id')`, table.occurredAt)
      .where(sql`type in ('offer.shown', 'offer.declined')`),
  ],
);

/** Times of the shop's last calls, accurate to the minute. */
export const shopContact = checkout.table("shop_contact", {
  tenantId: tenantId().primaryKey(),
  offersAskedAt: moment("offers_asked_at"),
  eventsSentAt: moment("events_sent_at"),
  orderReportedAt: moment("order_reported_at"),
  /** How long after its time a visit arrived, in the latest events. */
  clockSkewSeconds: integer("clock_skew_seconds"),
});

/** Refused events by hour and reason, for two days. */
export const shopRefusal = checkout.table(
  "shop_refusal",
  {
    tenantId: tenantId(),
    hour: moment("hour").notNull(),
    type: text("type").notNull(),
    field: text("field").notNull(),
    message: text("message").notNull(),
    messageKey: textKey("message_key"),
    count: count("count"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.hour, table.type, table.field, table.message] })],
);

export const order = checkout.table(
  "order",
  {
    tenantId: tenantId(),
    id: text("id").notNull(),
    platformOrderId: text("platform_order_id"),
    customerId: text("customer_id"),
    visitorId: text("visitor_id"),
    /** When the last offer of the order was accepted. */
    acceptedAt: moment("accepted_at"),
    placedAt: moment("placed_at"),
    /** False while only the shop's pages, which anybody can imitate, said that the order was placed. */
    confirmed: boolean("confirmed").notNull().default(true),
    /** True if the sums contain the order, so that a change subtracts what was added. */
    counted: boolean("counted").notNull().default(true),
    /** The event that placed the order. Of two, the earlier counts, and of two at the same time the smaller id. */
    placedBy: text("placed_by"),
    /** In the store's time zone when the order was placed. */
    day: date("day", { mode: "string" }),
    total: sum("total"),
    edited: sum("edited"),
    refunded: sum("refunded"),
    cancelled: boolean("cancelled").notNull().default(false),
    /** When it was last cancelled or reopened. */
    cancelledAt: moment("cancelled_at"),
    upsellRevenue: sum("upsell_revenue"),
    bundleRevenue: sum("bundle_revenue"),
    subscriptionRevenue: sum("subscription_revenue"),
    upsellsAccepted: text("upsells_accepted").array().notNull(),
    bundlesPurchased: text("bundles_purchased").array().notNull(),
    /** The amounts by offer and by bundle, so that a cancellation subtracts them where they were counted. */
    upsellLines: jsonb("upsell_lines").$type<Record<string, number>>().notNull().default({}),
    /** What is known of the acceptances of each offer. Empty for orders from before it was recorded. */
    offerFacts: jsonb("offer_facts").$type<Record<string, OfferFacts>>().notNull().default({}),
    bundleLines: jsonb("bundle_lines").$type<Record<string, BundleLine>>().notNull().default({}),
    /** Sales that a page reported, until the shop's server reports the same sale, which null stands for. */
    claims: jsonb("claims").$type<Record<string, SaleEvent | null>>().notNull().default({}),
    experimentVariant: text("experiment_variant"),
    /** What was bought, as the latest event with lines says. */
    lines: jsonb("lines").$type<OrderLine[]>().notNull().default([]),
    linesAt: moment("lines_at"),
    /** The products of the lines, by which orders are found. */
    products: text("products").array().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("order_platform").on(table.tenantId, table.platformOrderId),
    index("order_placed").on(table.tenantId, table.placedAt),
    index("order_visitor").on(table.tenantId, table.visitorId).where(sql`visitor_id is not null`),
    index("order_customer").on(table.tenantId, table.customerId).where(sql`customer_id is not null`),
    index("order_variant")
      .on(table.tenantId, table.experimentVariant, table.placedAt)
      .where(sql`experiment_variant is not null`),
    index("order_value").on(table.tenantId, orderValue(table), table.id).where(sql`placed_at is not null`),
    index("order_offer_revenue").on(table.tenantId, offerRevenue(table), table.id).where(sql`placed_at is not null`),
    // Nearly all orders are as they were placed, and the indexes above find those.
    index("order_unusual").on(table.tenantId, table.placedAt).where(unusual),
    index("order_unusual_value").on(table.tenantId, orderValue(table), table.id).where(unusual),
    index("order_unusual_revenue").on(table.tenantId, offerRevenue(table), table.id).where(unusual),
    // Entries that wait to be added would be read by every search.
    index("order_contents")
      .using("gin", table.upsellsAccepted, table.bundlesPurchased, table.products)
      .with({ fastupdate: false }),
  ],
);

const unusual = sql`cancelled or not confirmed or refunded <> 0`;

type OrderColumns<Name extends string> = Record<Name, AnyPgColumn>;

/** With edits and before refunds. */
export const orderValue = ({ total, edited }: OrderColumns<"total" | "edited">): SQL => sql`(${total} + ${edited})`;

type Revenue = "cancelled" | "upsellRevenue" | "bundleRevenue" | "subscriptionRevenue";
/** Nothing of an order that was cancelled. */
export const offerRevenue = (row: OrderColumns<Revenue>): SQL =>
  sql`(case when ${row.cancelled} then 0 else ${row.upsellRevenue} + ${row.bundleRevenue} + ${row.subscriptionRevenue} end)`;

/** The price is that of one piece, and null if it is unknown. */
export type OrderLine = { product_id: string; name: string | null; quantity: number; price: number | null };
/** Who saw an offer, where, and for which product in the cart, as far as the shop told; "" if the offer needs none. */
export type OfferLook = { placement?: string; device?: string; visitors?: string; trigger_product?: string };
export type OfferFacts = { day: string; accepted: number; discount: number; look: OfferLook };
export type BundleLine = { purchases: number; revenue: number; savings: number };

const upsellSums = () => ({
  upsellId: text("upsell_id").notNull(),
  shown: count("shown"),
  accepted: count("accepted"),
  declined: count("declined"),
  revenue: sum("revenue"),
});
const bundleSums = () => ({
  bundleId: text("bundle_id").notNull(),
  purchases: count("purchases"),
  revenue: sum("revenue"),
  savings: sum("savings"),
});

export const dailyTotal = checkout.table(
  "daily_total",
  {
    tenantId: tenantId(),
    day: day(),
    visits: count("visits"),
    offersShown: count("offers_shown"),
    offersAccepted: count("offers_accepted"),
    offersDeclined: count("offers_declined"),
    orders: count("orders"),
    ordersWithUpsells: count("orders_with_upsells"),
    revenue: sum("revenue"),
    upsellRevenue: sum("upsell_revenue"),
    bundleRevenue: sum("bundle_revenue"),
    bundlePurchases: count("bundle_purchases"),
    bundleSavings: sum("bundle_savings"),
    subscriptionRevenue: sum("subscription_revenue"),
    subscriptions: count("subscriptions"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.day] })],
);

export const dailyUpsell = checkout.table(
  "daily_upsell",
  { tenantId: tenantId(), day: day(), ...upsellSums() },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.day, table.upsellId] }),
    index("daily_upsell_of").on(table.tenantId, table.upsellId, table.day),
  ],
);

// The sums of an offer by what is known of its showings, such as `device:mobile`. The empty segment has all of them since
// this is recorded.
export const dailyUpsellSegment = checkout.table(
  "daily_upsell_segment",
  {
    tenantId: tenantId(),
    day: day(),
    ...upsellSums(),
    segment: text("segment").notNull(),
    /** Orders that count and have the offer. */
    orders: count("orders"),
    /** What shoppers of these orders saved by the offer. */
    discount: sum("discount"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.upsellId, table.day, table.segment] })],
);

export const dailyBundle = checkout.table(
  "daily_bundle",
  { tenantId: tenantId(), day: day(), ...bundleSums() },
  (table) => [primaryKey({ columns: [table.tenantId, table.day, table.bundleId] })],
);

export const monthlyUpsell = checkout.table(
  "monthly_upsell",
  { tenantId: tenantId(), month: month(), ...upsellSums() },
  (table) => [primaryKey({ columns: [table.tenantId, table.month, table.upsellId] })],
);

export const monthlyBundle = checkout.table(
  "monthly_bundle",
  { tenantId: tenantId(), month: month(), ...bundleSums() },
  (table) => [primaryKey({ columns: [table.tenantId, table.month, table.bundleId] })],
);

// A person counts once, in the variant seen first. A conversion before its exposure waits in a row without a variant.
export const experimentVisitor = checkout.table(
  "experiment_visitor",
  {
    tenantId: tenantId(),
    experimentId: text("experiment_id").notNull(),
    visitorId: text("visitor_id").notNull(),
    variant: text("variant"),
    exposedAt: moment("exposed_at"),
    converted: boolean("converted").notNull().default(false),
    /** Who reported the conversion. One that only a page reported counts with a confirmed order. */
    convertedBy: text("converted_by", { enum: ["page", "server"] }),
    /** True if the visitor would have converted if claims of pages counted. */
    unconfirmed: boolean("unconfirmed").notNull().default(false),
    /** True if the visitor is not contained in the sums, because the network sent too many. */
    setAside: boolean("set_aside").notNull().default(false),
    /** In the store's time zone when the visitor first saw the variant. */
    day: date("day", { mode: "string" }),
    device: text("device"),
    country: text("country"),
    /** Null if nobody knows whether the visitor had been there before. */
    returning: boolean("returning"),
    /** What the visitor did after seeing the variant, as it is contained in the sums. */
    accepted: boolean("accepted").notNull().default(false),
    orders: count("orders"),
    revenue: sum("revenue"),
    refunded: count("refunded"),
    cancelled: count("cancelled"),
    /** Revenue of the visitor before. */
    prior: sum("prior"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.experimentId, table.visitorId] }),
    index("experiment_visitor_of").on(table.tenantId, table.visitorId),
  ],
);

// Counts the visitors that pages reported, by network and by day of the report. A keyed hash stands for the network, and is
// another one for each day and experiment.
export const experimentNetwork = checkout.table(
  "experiment_network",
  {
    tenantId: tenantId(),
    experimentId: text("experiment_id").notNull(),
    day: day(),
    network: bytes("network").notNull(),
    /** Those that count, by variant. */
    visitors: jsonb("visitors").$type<Record<string, number>>().notNull(),
    setAside: count("set_aside"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.experimentId, table.day, table.network] })],
);

/** Exact, because squares of minor units exceed every integer type. */
const square = <Name extends string>(name: Name) => numeric(name, { mode: "number" }).notNull().default(0);

/** The day of segments, and of visitors who came before days were recorded. */
export const noDay = "1970-01-01";

// Sums over the visitors of a variant: by the day of their first sight (`segment` is empty) and by segment, such as
// `device:mobile` (`day` is `noDay`).
export const experimentSum = checkout.table(
  "experiment_sum",
  {
    tenantId: tenantId(),
    experimentId: text("experiment_id").notNull(),
    variant: text("variant").notNull(),
    segment: text("segment").notNull(),
    day: day(),
    visitors: count("visitors"),
    conversions: count("conversions"),
    unconfirmed: count("unconfirmed"),
    ordered: count("ordered"),
    accepted: count("accepted"),
    orders: count("orders"),
    ordersSquares: square("orders_squares"),
    revenue: sum("revenue"),
    revenueSquares: square("revenue_squares"),
    revenueOrders: square("revenue_orders"),
    prior: sum("prior"),
    priorSquares: square("prior_squares"),
    priorRevenue: square("prior_revenue"),
    refunded: count("refunded"),
    cancelled: count("cancelled"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.experimentId, table.segment, table.day, table.variant] })],
);
