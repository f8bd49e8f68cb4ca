import { sql } from "drizzle-orm";
import { date, foreignKey, index, integer, jsonb, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { affiliateSchema, createdAt, minor, rate, tenantId, updatedAt } from "./affiliate.ts";
import { moment } from "./kernel.ts";

// What is earned and what is paid.

/** How an amount came about, as it was at the time: nobody has to guess later. */
export type Arithmetic = {
  order_total?: number;
  refunded?: number;
  exclusions?: { what: string; amount: number; product_id?: string }[];
  /** What the rate is applied to. */
  base: number;
  rate?: number;
  rate_type?: "percentage" | "fixed";
  /** Before rounding, as exact decimals. */
  exact?: string;
  rounding?: string;
  /** What other records of the same sale already hold: the amount is what is missing to the rounded one. */
  already_counted?: number;
  amount: number;
};

export type Flag = { code: string; severity: "low" | "medium" | "high"; evidence: Record<string, unknown> };

export const commission = affiliateSchema.table(
  "commission",
  {
    tenantId: tenantId(),
    id: text("id").notNull(),
    affiliateId: text("affiliate_id").notNull(),
    /** Null for a bonus or an adjustment by itself. */
    orderId: text("order_id"),
    /** The number of the order's attribution that it stems from. */
    attribution: integer("attribution"),
    /** Below zero for a clawback. */
    amount: minor("amount").notNull(),
    saleAmount: minor("sale_amount"),
    rate: rate("rate"),
    rateType: text("rate_type", { enum: ["percentage", "fixed"] }),
    currency: text("currency").notNull(),
    type: text("type", { enum: ["sale", "bonus", "adjustment", "clawback"] }).notNull(),
    /** Set once: nothing leaves approved or rejected. */
    status: text("status", { enum: ["pending", "approved", "rejected"] }).notNull(),
    arithmetic: jsonb("arithmetic").$type<Arithmetic>(),
    /** The amount by product id, adding up to it. */
    products: jsonb("products").$type<Record<string, number>>().notNull().default({}),
    /** Before this moment it is on hold. */
    eligibleAt: moment("eligible_at").notNull(),
    reviewedAt: moment("reviewed_at"),
    reviewedBy: text("reviewed_by"),
    rejectionReason: text("rejection_reason"),
    note: text("note"),
    flags: jsonb("flags").$type<Flag[]>().notNull().default([]),
    /** The payout that has reserved or paid it; the rows of payout_commission decide. */
    payoutId: text("payout_id"),
    /** For a clawback, the commission that it takes from. */
    reverses: text("reverses"),
    /** The day it counts for: its order's, or its own where there is none. */
    day: date("day", { mode: "string" }).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex("commission_sale_once")
      .on(table.tenantId, table.orderId, table.attribution)
      .where(sql`${table.type} = 'sale'`),
    index("commission_order").on(table.tenantId, table.orderId),
    index("commission_created").on(table.tenantId, table.createdAt, table.id),
    index("commission_status").on(table.tenantId, table.status, table.createdAt, table.id),
    // With the time at the end, so that `created_after` is judged without opening the rows.
    index("commission_amount").on(table.tenantId, table.amount, table.id, table.createdAt),
    index("commission_status_amount").on(table.tenantId, table.status, table.amount, table.id, table.createdAt),
    index("commission_eligible").on(table.tenantId, table.eligibleAt, table.id, table.createdAt),
    index("commission_status_eligible").on(table.tenantId, table.status, table.eligibleAt, table.id, table.createdAt),
    index("commission_reviewed").on(
      table.tenantId,
      sql`coalesce(${table.reviewedAt}, 'infinity')`,
      table.id,
      table.createdAt,
      table.reviewedAt,
    ),
    index("commission_status_reviewed").on(
      table.tenantId,
      table.status,
      sql`coalesce(${table.reviewedAt}, 'infinity')`,
      table.id,
      table.createdAt,
      table.reviewedAt,
    ),
    index("commission_affiliate").on(table.tenantId, table.affiliateId, table.createdAt, table.id),
    index("commission_affiliate_status").on(table.tenantId, table.affiliateId, table.status, table.createdAt, table.id),
    // What no sum counts is counted in these, without opening the rows.
    index("commission_flagged")
      .on(table.tenantId, table.status, table.createdAt, table.id)
      .where(sql`${table.flags} <> '[]'`),
    index("commission_unflagged")
      .on(table.tenantId, table.status, table.createdAt, table.id)
      .where(sql`${table.flags} = '[]'`),
    index("commission_unusual")
      .on(table.tenantId, table.type, table.createdAt, table.id)
      .where(sql`${table.type} <> 'sale'`),
    index("commission_payable")
      .on(table.tenantId, table.affiliateId, table.currency, table.eligibleAt)
      .where(sql`${table.status} = 'approved' and ${table.payoutId} is null`),
  ],
);

export const payout = affiliateSchema.table(
  "payout",
  {
    tenantId: tenantId(),
    id: text("id").notNull(),
    affiliateId: text("affiliate_id").notNull(),
    amount: minor("amount").notNull(),
    currency: text("currency").notNull(),
    status: text("status", { enum: ["pending", "processing", "paid", "failed", "cancelled"] }).notNull(),
    method: text("method"),
    reference: text("reference"),
    note: text("note"),
    periodStart: date("period_start", { mode: "string" }),
    periodEnd: date("period_end", { mode: "string" }),
    paidAt: moment("paid_at"),
    failureReason: text("failure_reason"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("payout_created").on(table.tenantId, table.createdAt, table.id),
    index("payout_status").on(table.tenantId, table.status, table.createdAt, table.id),
    index("payout_amount").on(table.tenantId, table.amount, table.id),
    index("payout_paid").on(table.tenantId, sql`coalesce(${table.paidAt}, 'infinity')`, table.id),
    index("payout_affiliate").on(table.tenantId, table.affiliateId, table.createdAt, table.id),
  ],
);

/** Which commissions a payout is for. While it is not released, no other payout can have the commission. */
export const payoutCommission = affiliateSchema.table(
  "payout_commission",
  {
    tenantId: tenantId(),
    payoutId: text("payout_id").notNull(),
    commissionId: text("commission_id").notNull(),
    /** As it was when it was reserved. */
    amount: minor("amount").notNull(),
    /** Set when the payout fails or is cancelled. */
    releasedAt: moment("released_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.payoutId, table.commissionId] }),
    uniqueIndex("payout_commission_once")
      .on(table.tenantId, table.commissionId)
      .where(sql`${table.releasedAt} is null`),
    foreignKey({ columns: [table.tenantId, table.payoutId], foreignColumns: [payout.tenantId, payout.id] }),
    foreignKey({ columns: [table.tenantId, table.commissionId], foreignColumns: [commission.tenantId, commission.id] }),
  ],
);
