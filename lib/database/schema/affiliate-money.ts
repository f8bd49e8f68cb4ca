import { sql } from "drizzle-orm";
import { date, foreignKey, index, integer, jsonb, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { affiliateSchema, rate, tenantId } from "./affiliate.ts";
import { createdAt, minor, moment, textKey, updatedAt } from "./kernel.ts";

/** The part of an order to which one rule applied. */
export type ArithmeticPart = {
  rule: string;
  product_id?: string;
  category?: string;
  group?: string;
  /** For a tier, what the affiliate's earlier orders of the month had reached. */
  volume?: number;
  threshold?: number;
  rate: number;
  rate_type: "percentage" | "fixed";
  /** Of a fixed rate. */
  currency?: string;
  /** The pieces for which a fixed rate of a product or a category is paid. */
  quantity?: number;
  base: number;
  exact: string;
  amount: number;
};

export type Arithmetic = {
  /** The version of the program that judged the order. */
  version?: number;
  parts?: ArithmeticPart[];
  /** The rate of all products without a rule of their own, if the order had none of them. */
  rest?: Omit<ArithmeticPart, "quantity" | "base" | "exact" | "amount">;
  bonus?: { rule: string; threshold?: number };
  /** The most that was left to earn, and what it took. */
  caps?: { what: "order" | "month"; limit: number; taken: number }[];
  order_total?: number;
  refunded?: number;
  exclusions?: { what: string; amount: number; product_id?: string }[];
  base: number;
  rate?: number;
  rate_type?: "percentage" | "fixed";
  /** Before rounding, as an exact decimal. */
  exact?: string;
  rounding?: string;
  /** What other records of the sale already contain; `amount` is the difference from it to the rounded total. */
  already_counted?: number;
  amount: number;
};

export type Flag = { code: string; severity: "low" | "medium" | "high"; evidence: Record<string, unknown> };

/** Conditions of indexes, and of the query that adds these flags up. PostgreSQL matches the two word by word. */
export const flagsOfRisks = {
  self_referral: sql.raw(`flags @> '[{"code": "self_referral"}]'`),
  coupon_without_click: sql.raw(`flags @> '[{"code": "coupon_without_click"}]'`),
  fast_conversion: sql.raw(`flags @> '[{"code": "fast_conversion"}]'`),
};

export const commission = affiliateSchema.table(
  "commission",
  {
    tenantId: tenantId(),
    id: text("id").notNull(),
    affiliateId: text("affiliate_id").notNull(),
    /** Null for a bonus or an adjustment without an order. */
    orderId: text("order_id"),
    attribution: integer("attribution"),
    /** Negative for a clawback. */
    amount: minor("amount").notNull(),
    saleAmount: minor("sale_amount"),
    rate: rate("rate"),
    rateType: text("rate_type", { enum: ["percentage", "fixed"] }),
    currency: text("currency").notNull(),
    type: text("type", { enum: ["sale", "bonus", "adjustment", "clawback"] }).notNull(),
    /** Approved and rejected are final. */
    status: text("status", { enum: ["pending", "approved", "rejected"] }).notNull(),
    arithmetic: jsonb("arithmetic").$type<Arithmetic>(),
    products: jsonb("products").$type<Record<string, number>>().notNull().default({}),
    eligibleAt: moment("eligible_at").notNull(),
    /** The end of its hold period, while a person keeps it on hold for longer. */
    clearsAt: moment("clears_at"),
    reviewedAt: moment("reviewed_at"),
    reviewedBy: text("reviewed_by"),
    rejectionReason: text("rejection_reason"),
    note: text("note"),
    noteKey: textKey("note_key"),
    flags: jsonb("flags").$type<Flag[]>().notNull().default([]),
    /** A copy for lists of the payout that reserved or paid the commission; the rows of payout_commission decide. */
    payoutId: text("payout_id"),
    reverses: text("reverses"),
    /** Names a bonus that an affiliate gets once. */
    bonus: text("bonus"),
    /** The day of its order, or of the commission itself if it has no order. */
    day: date("day", { mode: "string" }).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => {
    const reviewed = sql`coalesce(${table.reviewedAt}, 'infinity')`;
    const unusual = sql`${table.type} <> 'sale'`;
    return [
      primaryKey({ columns: [table.tenantId, table.id] }),
      uniqueIndex("commission_sale_once")
        .on(table.tenantId, table.orderId, table.attribution)
        .where(sql`${table.type} = 'sale'`),
      uniqueIndex("commission_bonus_once")
        .on(table.tenantId, table.affiliateId, table.bonus)
        .where(sql`${table.bonus} is not null`),
      index("commission_order").on(table.tenantId, table.orderId),
      index("commission_created").on(table.tenantId, table.createdAt, table.id),
      index("commission_status").on(table.tenantId, table.status, table.createdAt, table.id),
      // The time is the last column, so that `created_after` is checked without reading the rows.
      index("commission_amount").on(table.tenantId, table.amount, table.id, table.createdAt),
      index("commission_status_amount").on(table.tenantId, table.status, table.amount, table.id, table.createdAt),
      index("commission_eligible").on(table.tenantId, table.eligibleAt, table.id, table.createdAt),
      index("commission_status_eligible").on(table.tenantId, table.status, table.eligibleAt, table.id, table.createdAt),
      index("commission_reviewed").on(table.tenantId, reviewed, table.id, table.createdAt, table.reviewedAt),
      index("commission_status_reviewed").on(
        table.tenantId,
        table.status,
        reviewed,
        table.id,
        table.createdAt,
        table.reviewedAt,
      ),
      index("commission_affiliate").on(table.tenantId, table.affiliateId, table.createdAt, table.id),
      index("commission_affiliate_status").on(
        table.tenantId,
        table.affiliateId,
        table.status,
        table.createdAt,
        table.id,
      ),
      // Numbers that no sum contains are counted from these indexes, without reading the rows.
      index("commission_flagged")
        .on(table.tenantId, table.status, table.createdAt, table.id)
        .where(sql`${table.flags} <> '[]'`),
      index("commission_unflagged")
        .on(table.tenantId, table.status, table.createdAt, table.id)
        .where(sql`${table.flags} = '[]'`),
      // Few commissions are not of a sale: without these, a sorted list of them would read all others as well.
      index("commission_unusual").on(table.tenantId, table.type, table.createdAt, table.id).where(unusual),
      index("commission_unusual_status")
        .on(table.tenantId, table.type, table.status, table.createdAt, table.id)
        .where(unusual),
      index("commission_unusual_amount").on(table.tenantId, table.type, table.amount, table.id).where(unusual),
      index("commission_unusual_eligible").on(table.tenantId, table.type, table.eligibleAt, table.id).where(unusual),
      index("commission_unusual_reviewed").on(table.tenantId, table.type, reviewed, table.id).where(unusual),
      index("commission_payable")
        .on(table.tenantId, table.affiliateId, table.currency, table.eligibleAt)
        .where(sql`${table.status} = 'approved' and ${table.payoutId} is null`),
      index("commission_eligible_early")
        .on(table.tenantId, table.eligibleAt, table.createdAt)
        .where(sql`${table.eligibleAt} < ${table.createdAt}`),
      index("commission_reviewed_early")
        .on(table.tenantId, reviewed, table.createdAt, table.reviewedAt)
        .where(sql`${reviewed} < ${table.createdAt}`),
      index("commission_held")
        .on(table.tenantId, table.affiliateId, table.eligibleAt)
        .where(sql`${table.status} = 'pending' and ${table.clearsAt} is not null`),
      ...Object.entries(flagsOfRisks).map(([code, isFlagged]) =>
        index(`commission_${code}`).on(table.tenantId, table.createdAt, table.affiliateId, table.id).where(isFlagged),
      ),
    ];
  },
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
    failureReasonKey: textKey("failure_reason_key"),
    /** When the money of a payout that was paid came back. */
    returnedAt: moment("returned_at"),
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

/** Until a payout releases a commission, no other payout can have it. */
export const payoutCommission = affiliateSchema.table(
  "payout_commission",
  {
    tenantId: tenantId(),
    payoutId: text("payout_id").notNull(),
    commissionId: text("commission_id").notNull(),
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
