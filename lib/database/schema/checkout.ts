import { sql } from "drizzle-orm";
import { index, integer, numeric, pgSchema, primaryKey, text } from "drizzle-orm/pg-core";
import { kernelTables, moment } from "./kernel.ts";

export const checkout = pgSchema("checkout");
export const { tenant, apiKey, rateBudget } = kernelTables(checkout);

export const upsell = checkout.table(
  "upsell",
  {
    tenantId: integer("tenant_id")
      .notNull()
      .references(() => tenant.id, { onDelete: "cascade" }),
    id: text("id").notNull(),
    name: text("name").notNull(),
    status: text("status").notNull(),
    productId: text("product_id").notNull(),
    triggerProducts: text("trigger_products").array().notNull(),
    discountType: text("discount_type").notNull(),
    discountValue: numeric("discount_value", { precision: 14, scale: 4, mode: "number" }).notNull(),
    placement: text("placement").notNull(),
    createdAt: moment("created_at").notNull().default(sql`now()`),
    updatedAt: moment("updated_at").notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("upsell_created").on(table.tenantId, table.createdAt, table.id),
    index("upsell_status").on(table.tenantId, table.status, table.createdAt, table.id),
    index("upsell_name").on(table.tenantId, sql`lower(${table.name})`, table.id),
    index("upsell_discount").on(table.tenantId, table.discountValue, table.id),
  ],
);
