import { sql } from "drizzle-orm";
import { index, integer, jsonb, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { platforms, shopDeliveryStatuses } from "../../contract/checkout/source-words.ts";
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
export type ShopPart = { type: string; id: string; status: string; errors?: { field: string; message: string }[] };

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

export type ShopRefund = { id: string; amount: number; at: string };

/** What is known of an order of a platform, so that its deliveries may arrive in any order. Amounts are minor units. */
export type ShopOrderState = {
  currency: string;
  orderId?: string;
  number?: string;
  customerId?: string;
  visitorId?: string;
  /** The platform's time of the latest state, and the order's value in it, with edits and before refunds. */
  version?: string;
  total?: number;
  placedAt?: string;
  /** The earliest state in which the order was placed, and the latest in which it was cancelled. */
  placedIn?: string;
  cancelledIn?: string;
  reason?: string;
  /** Only ever appended to. A refund that grew is there with each growth. */
  refunds: ShopRefund[];
  /** The value that the events so far add up to, and how many refunds they contain. */
  counted?: number;
  refundsCounted: number;
  cancelCounted?: boolean;
  /** The value of the order as it was reported to the affiliate service, and the number of reports it accepted. */
  reported?: number;
  reports?: number;
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
