import { sql } from "drizzle-orm";
import { index, jsonb, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { withoutCode } from "../../contract/checkout/shopify-words.ts";
import type { Sentence } from "../../contract/errors.ts";
import { checkout, tenantId } from "./checkout.ts";
import { bytes, count, createdAt, moment, updatedAt } from "./kernel.ts";

/** The app of a shop on Shopify. A row that is due has something to be read or checked. */
export const shopifyApp = checkout.table(
  "shopify_app",
  {
    tenantId: tenantId(),
    shop: text("shop").notNull(),
    clientId: text("client_id").notNull(),
    secret: bytes("secret").notNull(),
    token: bytes("token"),
    tokenEndsAt: moment("token_ends_at"),
    /** What becomes of offers while no code can be made. */
    withoutCode: text("without_code", { enum: withoutCode }).notNull(),
    /** When the first code could not be made, until Shopify answers again. */
    failingSince: moment("failing_since"),
    error: jsonb("error").$type<Sentence>(),
    webhooksAt: moment("webhooks_at"),
    productsAt: moment("products_at"),
    ordersAt: moment("orders_at"),
    products: count("products"),
    orders: count("orders"),
    /** Where the next page begins, of what is being read. */
    cursor: text("cursor"),
    dueAt: moment("due_at").notNull().default(sql`now()`),
    createdAt: createdAt(),
    /** When a person changed it. What was begun before is then of no use. */
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId] }), index("shopify_app_due").on(table.dueAt)],
);

/** The discount code that Shopify has for a ticket. Rows are kept as long as tickets, because a late order names its code. */
export const shopifyCode = checkout.table(
  "shopify_code",
  {
    tenantId: tenantId(),
    ticketId: text("ticket_id").notNull(),
    code: text("code").notNull(),
    /** One that failed was not made in time, or perhaps too late. */
    state: text("state", { enum: ["asked", "made", "failed"] })
      .notNull()
      .default("asked"),
    /** When it is removed; null once it is used or removed. */
    dueAt: moment("due_at"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.ticketId] }),
    uniqueIndex("shopify_code_once").on(table.tenantId, table.code),
    index("shopify_code_due").on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index("shopify_code_age").on(table.createdAt),
  ],
);
