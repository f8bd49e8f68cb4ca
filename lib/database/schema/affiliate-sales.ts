import { sql } from "drizzle-orm";
import { boolean, date, index, integer, jsonb, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { affiliateSchema, tenantId } from "./affiliate.ts";
import { bytes, createdAt, minor, moment, textKey, updatedAt } from "./kernel.ts";

// Click rows expire, daily sums stay. The signed id contains time and link, so an order is attributed without the row.
export const click = affiliateSchema.table(
  "click",
  {
    tenantId: tenantId(),
    id: text("id").notNull(),
    linkId: text("link_id").notNull(),
    affiliateId: text("affiliate_id").notNull(),
    occurredAt: moment("occurred_at").notNull(),
    landingPage: text("landing_page"),
    referrer: text("referrer"),
    /** A keyed hash; the IP address itself is never stored. */
    ipHash: bytes("ip_hash"),
    country: text("country"),
    device: text("device"),
    browser: text("browser"),
    os: text("os"),
    isBot: boolean("is_bot").notNull().default(false),
    /** The first order that followed from the click. */
    orderId: text("order_id"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("click_time").on(table.tenantId, table.occurredAt, table.id),
    index("click_link").on(table.tenantId, table.linkId, table.occurredAt, table.id),
    index("click_affiliate").on(table.tenantId, table.affiliateId, table.occurredAt, table.id),
    index("click_ip").on(table.tenantId, table.ipHash, table.id),
    index("click_converted").on(table.tenantId, table.occurredAt, table.id).where(sql`${table.orderId} is not null`),
    index("click_bot").on(table.tenantId, table.occurredAt, table.id).where(sql`${table.isBot}`),
    index("click_occurred").on(table.occurredAt),
  ],
);

/** A line costs `quantity` times `unit_price`, before the discount of the order. */
export type LineItem = {
  product_id: string;
  sku?: string;
  name?: string;
  category?: string;
  quantity: number;
  unit_price: number;
};

/** The parts of refunds that the shop told apart. `goods` contains the lines, which are named by product. */
export type RefundParts = {
  goods: number;
  tax: number;
  shipping: number;
  lines: Record<string, { amount: number; quantity: number }>;
};

export const attributionMethods = ["link", "coupon", "manual", "customer"] as const;

export const order = affiliateSchema.table(
  "order",
  {
    tenantId: tenantId(),
    id: text("id").notNull(),
    externalId: text("external_id").notNull(),
    orderNumber: text("order_number").notNull(),
    /** The number of the latest row of `attribution`, of which this and the next columns are a copy for lists. */
    attribution: integer("attribution"),
    affiliateId: text("affiliate_id"),
    linkId: text("link_id"),
    clickId: text("click_id"),
    couponCode: text("coupon_code"),
    attributionMethod: text("attribution_method", { enum: attributionMethods }),
    attributedAt: moment("attributed_at"),
    attributedBy: text("attributed_by"),
    attributionReason: text("attribution_reason"),
    attributionReasonKey: textKey("attribution_reason_key"),
    customerEmail: text("customer_email"),
    /** Recognises the buyer in later orders: the shop's customer id, or the normalised email. */
    customerKey: text("customer_key"),
    ipHash: bytes("ip_hash"),
    subtotal: minor("subtotal").notNull(),
    discount: minor("discount").notNull(),
    tax: minor("tax").notNull(),
    shipping: minor("shipping").notNull(),
    total: minor("total").notNull(),
    refundedAmount: minor("refunded_amount").notNull().default(0),
    /** The sum of the refunds' parts. What is in none of them counts for the whole order. */
    refundParts: jsonb("refund_parts").$type<RefundParts>(),
    currency: text("currency").notNull(),
    lineItems: jsonb("line_items").$type<LineItem[]>().notNull(),
    status: text("status", { enum: ["paid", "partially_refunded", "refunded", "cancelled"] }).notNull(),
    /** The time of the latest report of how the order stands, and of the latest report that only cancelled it. */
    standsAt: moment("stands_at"),
    cancelledAt: moment("cancelled_at"),
    /** In the store's time zone when the order was placed. Refunds reduce the figures of that day. */
    day: date("day", { mode: "string" }).notNull(),
    createdAt: moment("created_at").notNull(),
    receivedAt: moment("received_at").notNull().default(sql`now()`),
    updatedAt: updatedAt(),
  },
  (table) => {
    const attributed = sql`${table.affiliateId} is not null`;
    return [
      primaryKey({ columns: [table.tenantId, table.id] }),
      uniqueIndex("order_external").on(table.tenantId, table.externalId),
      index("order_created").on(table.tenantId, table.createdAt, table.id).where(attributed),
      index("order_status").on(table.tenantId, table.status, table.createdAt, table.id).where(attributed),
      // The time is the last column, so that `created_after` is checked without reading the rows.
      index("order_attributed").on(table.tenantId, table.attributedAt, table.id, table.createdAt).where(attributed),
      index("order_number").on(table.tenantId, table.orderNumber, table.id, table.createdAt).where(attributed),
      index("order_total").on(table.tenantId, table.total, table.id, table.createdAt).where(attributed),
      index("order_unattributed")
        .on(table.tenantId, table.createdAt, table.id)
        .where(sql`${table.affiliateId} is null`),
      index("order_unattributed_status")
        .on(table.tenantId, table.status, table.createdAt, table.id)
        .where(sql`${table.affiliateId} is null`),
      index("order_unattributed_total")
        .on(table.tenantId, table.total, table.id, table.createdAt)
        .where(sql`${table.affiliateId} is null`),
      index("order_link").on(table.tenantId, table.linkId, table.createdAt, table.id).where(attributed),
      index("order_any_number").on(table.tenantId, table.orderNumber),
      index("order_affiliate").on(table.tenantId, table.affiliateId, table.createdAt, table.id).where(attributed),
      index("order_affiliate_status")
        .on(table.tenantId, table.affiliateId, table.status, table.createdAt, table.id)
        .where(attributed),
      index("order_link_status")
        .on(table.tenantId, table.linkId, table.status, table.createdAt, table.id)
        .where(attributed),
      index("order_attributed_early")
        .on(table.tenantId, table.attributedAt, table.createdAt)
        .where(sql`${table.attributedAt} < ${table.createdAt}`),
      index("order_refunded")
        .on(table.tenantId, table.affiliateId, table.createdAt)
        .where(sql`${table.refundedAmount} > 0`),
      index("order_customer").on(table.tenantId, table.customerKey, table.createdAt),
      index("order_ip").on(table.tenantId, table.ipHash),
    ];
  },
);

export const orderRefund = affiliateSchema.table(
  "order_refund",
  {
    tenantId: tenantId(),
    orderId: text("order_id").notNull(),
    externalId: text("external_id").notNull(),
    amount: minor("amount").notNull(),
    parts: jsonb("parts").$type<RefundParts>(),
    chargeback: boolean("chargeback").notNull().default(false),
    createdAt: moment("created_at").notNull(),
    receivedAt: moment("received_at").notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.orderId, table.externalId] })],
);

/** Rows are only added: each one supersedes the row with the number before. */
export const attribution = affiliateSchema.table(
  "attribution",
  {
    tenantId: tenantId(),
    orderId: text("order_id").notNull(),
    number: integer("number").notNull(),
    method: text("method", { enum: attributionMethods }).notNull(),
    affiliateId: text("affiliate_id").notNull(),
    linkId: text("link_id"),
    clickId: text("click_id"),
    couponCode: text("coupon_code"),
    /** The rule that decided, or the reason that a person entered. */
    reason: text("reason").notNull(),
    reasonKey: textKey("reason_key"),
    note: text("note"),
    by: text("by"),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.orderId, table.number] })],
);
