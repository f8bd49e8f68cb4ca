import { doublePrecision, primaryKey, text } from "drizzle-orm/pg-core";
import { checkout, tenantId } from "./checkout.ts";
import { count, moment, sum } from "./kernel.ts";

// All of these rows are computed from orders, and again once in a while.

/** For each product, those that are in its orders more often than by chance, best first by `lift`. */
export const boughtTogether = checkout.table(
  "bought_together",
  {
    tenantId: tenantId(),
    productId: text("product_id").notNull(),
    partnerId: text("partner_id").notNull(),
    /** Orders with both. */
    together: count("together"),
    /** Orders with the product. */
    orders: count("orders"),
    /** Orders of the last 30 days with the product and without the partner. */
    lately: count("lately"),
    /** How many times as often as by chance. */
    lift: doublePrecision("lift").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.productId, table.partnerId] })],
);

export const bestSeller = checkout.table(
  "best_seller",
  {
    tenantId: tenantId(),
    category: text("category").notNull(),
    productId: text("product_id").notNull(),
    units: sum("units"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.category, table.productId] })],
);

export const recommendationRun = checkout.table("recommendation_run", {
  tenantId: tenantId().primaryKey(),
  computedAt: moment("computed_at"),
  dueAt: moment("due_at").notNull(),
  /** Those that were counted. */
  orders: count("orders"),
});
