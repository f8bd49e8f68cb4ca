import { sql } from "drizzle-orm";
import { index, jsonb, primaryKey, text } from "drizzle-orm/pg-core";
import { checkout, tenantId } from "./checkout.ts";
import { count, minor, moment } from "./kernel.ts";

/** Both prices are those of the whole line, in minor units. */
export type TicketLine = {
  product_id: string;
  title: string;
  variant_id: string | null;
  quantity: number;
  list_price: number;
  price: number;
};

/** The latest attempt to redeem a ticket that was refused. */
export type TicketRefusal = { reason: "redeemed" | "expired"; order_id: string; at: string };

// The price that a shopper was promised for an offer or a bundle. Rows are kept as long as storefront events.
export const ticket = checkout.table(
  "ticket",
  {
    tenantId: tenantId(),
    id: text("id").notNull(),
    /** One of the two. */
    upsellId: text("upsell_id"),
    bundleId: text("bundle_id"),
    /** When the offer or bundle was last changed. */
    revision: moment("revision").notNull(),
    lines: jsonb("lines").$type<TicketLine[]>().notNull(),
    listPrice: minor("list_price").notNull(),
    price: minor("price").notNull(),
    /** Only an offer has these three. */
    discount: jsonb("discount").$type<{ type: string; value: number }>(),
    placement: text("placement"),
    triggerProduct: text("trigger_product"),
    visitorId: text("visitor_id"),
    /** Those on which the price or the offer itself depended, with the visitor's variant. */
    experiments: jsonb("experiments").$type<{ experiment_id: string; variant: string }[]>().notNull(),
    /** The order to which the offer was added, if it was placed before. */
    forOrder: text("for_order"),
    issuedAt: moment("issued_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    redeemedAt: moment("redeemed_at"),
    orderId: text("order_id"),
    charged: minor("charged"),
    refusals: count("refusals"),
    refused: jsonb("refused").$type<TicketRefusal>(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("ticket_issued").on(table.tenantId, table.issuedAt, table.id),
    index("ticket_upsell").on(table.tenantId, table.upsellId, table.issuedAt),
    index("ticket_bundle").on(table.tenantId, table.bundleId, table.issuedAt),
    index("ticket_refused").on(table.tenantId, table.issuedAt, table.id).where(sql`refusals > 0`),
    index("ticket_other_price").on(table.tenantId, table.issuedAt, table.id).where(sql`charged <> price`),
    index("ticket_age").on(table.issuedAt),
  ],
);
