import { sql } from "drizzle-orm";
import { index, integer, jsonb, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { OrderReportOf } from "../../contract/affiliate-storefront.ts";
import { platforms, shopDeliveryStatuses } from "../../contract/checkout/source-words.ts";
import type { FieldError } from "../../contract/errors.ts";
import { checkout, tenantId } from "./checkout.ts";
import { bytes, count, createdAt, moment, updatedAt } from "./kernel.ts";

const platform = () => text("platform", { enum: platforms }).notNull();

/** The secret with which the platform signs is encrypted and not hashed, because verifying needs it. */
export const shopSource = checkout.table(
  "shop_source",
  {
    tenantId: tenantId(),
    platform: platform(),
    secret: bytes("secret").notNull(),
    rejected: count("rejected"),
    rejectedAt: moment("rejected_at"),
    rejection: text("rejection"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.platform] })],
);

/** What became of a delivery: the order, and each event and report that was made of it. */
export type ShopOutcome = {
  reason?: string;
  field?: string;
  order_id?: string;
  order_number?: string;
  product_id?: string;
  events?: ShopPart[];
  reports?: ShopPart[];
};
export type ShopPart = { type: string; id: string; status: string; errors?: FieldError[] };

/** These rows are the queue of what platforms told. The body is kept byte for byte, so that it can be applied again. */
export const shopDelivery = checkout.table(
  "shop_delivery",
  {
    tenantId: tenantId(),
    id: text("id").notNull(),
    platform: platform(),
    /** The platform's id, the same in each of its attempts. */
    deliveryId: text("delivery_id").notNull(),
    topic: text("topic").notNull(),
    body: bytes("body").notNull(),
    receivedAt: moment("received_at").notNull().default(sql`now()`),
    status: text("status", { enum: shopDeliveryStatuses }).notNull().default("received"),
    outcome: jsonb("outcome").$type<ShopOutcome>(),
    attempts: integer("attempts").notNull().default(0),
    dueAt: moment("due_at").default(sql`now()`),
    settledAt: moment("settled_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex("shop_delivery_once").on(table.tenantId, table.platform, table.deliveryId),
    index("shop_delivery_log").on(table.tenantId, table.receivedAt, table.id),
    index("shop_delivery_platform").on(table.tenantId, table.platform, table.receivedAt, table.id),
    index("shop_delivery_outcome").on(table.tenantId, table.platform, table.status, table.receivedAt, table.id),
    index("shop_delivery_status").on(table.tenantId, table.status, table.receivedAt, table.id),
    index("shop_delivery_due").on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index("shop_delivery_received").on(table.receivedAt),
  ],
);

export type ShopRefundLine = { product_id: string; quantity?: number; amount: number };

/** What a refund gave back, as far as the platform tells it apart. The lines break `goods` down. */
export type ShopRefundParts = {
  goods?: number;
  tax?: number;
  shipping?: number;
  lines?: ShopRefundLine[];
};

export type ShopRefund = ShopRefundParts & {
  id: string;
  at: string;
  /** Nothing if the refund failed or the chargeback was won after all. */
  amount: number;
  /** When it was like this, if not from the beginning: of one refund, the latest state counts. */
  asOf?: string;
  chargeback?: true;
  /** The sum of refunds that contained this one, which failed. A later state of the sum is without it. */
  of?: string;
};

/** The order as it was sold with all edits, before refunds. */
export type ShopSold = Pick<
  OrderReportOf<"order.updated">,
  "subtotal" | "discount" | "tax" | "shipping" | "total" | "line_items"
>;

/** What the shop says to have sold by an offer or a bundle, with the price charged. */
export type ShopSale = {
  of: "upsell" | "bundle";
  id: string;
  products: { id: string; title: string; variant_id: string; quantity: number; price: number }[];
  listed: number;
  charged: number;
};

/** What is known of an order of a platform, so that its deliveries may arrive in any order. Amounts are minor units. */
export type ShopOrderState = {
  currency: string;
  /** The id whose row has the order, if this is another id of it. */
  sameAs?: string;
  orderId?: string;
  number?: string;
  customerId?: string;
  visitorId?: string;
  /** The platform's time of the latest state, and the order's value in it, with edits and before refunds. */
  version?: string;
  total?: number;
  sold?: ShopSold;
  sales?: ShopSale[];
  placedAt?: string;
  /** The earliest and the latest state in which the order was placed, and the latest in which it was cancelled. */
  placedIn?: string;
  openIn?: string;
  cancelledIn?: string;
  reason?: string;
  /** With the part of each that the events so far contain. */
  refunds: (ShopRefund & { counted?: number })[];
  /** How many events changed what an earlier one said. Each has its number, because the same amount may return. */
  changes?: number;
  /** The value that the events so far add up to, and whether they say that the order is cancelled. */
  counted?: number;
  cancelCounted?: boolean;
  /** By what they are of. */
  salesCounted?: Record<string, ShopSale>;
  /** Whether the affiliate service has the order, and how it stands there. */
  reported?: boolean;
  standing?: ShopSold & Pick<OrderReportOf<"order.updated">, "cancelled" | "refunds">;
};

export const shopOrder = checkout.table(
  "shop_order",
  {
    tenantId: tenantId(),
    platform: platform(),
    id: text("id").notNull(),
    state: jsonb("state").$type<ShopOrderState>(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.platform, table.id] })],
);
