import { sql } from "drizzle-orm";
import { boolean, date, index, integer, json, numeric, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { desk, mode, storeId } from "./desk.ts";
import { moment, textKey } from "./kernel.ts";

const now = sql`now()`;
export const money = <Name extends string>(name: Name) => numeric(name, { precision: 24, scale: 4, mode: "number" });

// Kept for good. The job's item decides what happens, and this row is written in the transaction that changes the item.
export const payout = desk.table(
  "payout",
  {
    /** Sent to the API to recognise the payout, and the base of its Idempotency-Key. */
    id: text("id").primaryKey(),
    storeId: storeId(),
    mode: mode(),
    batch: text("batch").notNull(),
    n: integer("n").notNull(),
    preview: text("preview").notNull(),
    version: text("version").notNull(),
    /** A hash of the API's address and the key, because the list of another API proves nothing about this payout. */
    holder: text("holder").notNull(),
    affiliateId: text("affiliate_id").notNull(),
    affiliateName: text("affiliate_name"),
    amount: money("amount").notNull(),
    currency: text("currency").notNull(),
    method: text("method"),
    payoutEmail: text("payout_email"),
    reference: text("reference"),
    note: text("note"),
    /** For an amount that a person entered. Our service writes it down with the payout. */
    adjustment: text("adjustment", { enum: ["bonus", "advance"] }),
    /** The affiliate's payouts from before this one was sent, none of which can therefore be this one. */
    baseline: json("baseline").$type<string[]>().notNull(),
    state: text("state", { enum: ["waiting", "sending", "unknown", "made", "failed", "cancelled", "returned"] })
      .notNull()
      .default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    code: text("code"),
    message: text("message"),
    messageKey: textKey("message_key"),
    payoutId: text("payout_id"),
    payoutStatus: text("payout_status"),
    payoutAmount: money("payout_amount"),
    /** The bank's day, for an API that cannot record it. */
    paidOn: date("paid_on", { mode: "string" }),
    createdBy: text("created_by").notNull(),
    createdByName: text("created_by_name").notNull(),
    settledBy: text("settled_by"),
    settleReason: text("settle_reason"),
    createdAt: moment("created_at").notNull().default(now),
    updatedAt: moment("updated_at").notNull().default(now),
    sentAt: moment("sent_at"),
    believeAt: moment("believe_at"),
    settledAt: moment("settled_at"),
  },
  (table) => [
    uniqueIndex("payout_item").on(table.batch, table.n),
    // Each payout of the API belongs to at most one request.
    uniqueIndex("payout_made").on(table.storeId, table.mode, table.payoutId),
    index("payout_created").on(table.storeId, table.mode, table.createdAt),
    index("payout_affiliate").on(table.storeId, table.mode, table.affiliateId, table.createdAt),
    index("payout_unknown").on(table.storeId, table.mode).where(sql`state = 'unknown'`),
  ],
);

/** While a payout is open or paid, no other payout can have its commissions. */
export const payoutCommission = desk.table(
  "payout_commission",
  {
    payoutId: text("payout_id")
      .notNull()
      .references(() => payout.id, { onDelete: "cascade" }),
    storeId: storeId(),
    mode: mode(),
    commissionId: text("commission_id").notNull(),
    amount: money("amount").notNull(),
    reserved: boolean("reserved").notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.payoutId, table.commissionId] }),
    uniqueIndex("payout_commission_once").on(table.storeId, table.mode, table.commissionId).where(sql`reserved`),
  ],
);

export type PreviewedLine = {
  affiliate_id: string;
  currency: string;
  name: string | null;
  amount: number;
  method: string | null;
  payout_email: string | null;
  /** The version of the payout details. */
  details: string | null;
  hash: string;
  parts: { id: string; amount: number; version: string }[];
};

/** What the person saw before confirming, so that later changes can be named. It is kept for a day. */
export const payoutPreview = desk.table(
  "payout_preview",
  {
    storeId: storeId(),
    mode: mode(),
    hash: text("hash").notNull(),
    /** Null if all affiliates were selected. */
    affiliateIds: json("asked").$type<string[]>(),
    lines: json("lines").$type<PreviewedLine[]>().notNull(),
    createdAt: moment("created_at").notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.mode, table.hash] }),
    index("payout_preview_created").on(table.createdAt),
  ],
);
