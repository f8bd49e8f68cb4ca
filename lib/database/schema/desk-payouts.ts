import { sql } from "drizzle-orm";
import { boolean, index, integer, json, numeric, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { desk, storeId } from "./desk.ts";
import { moment } from "./kernel.ts";

const mode = () => text("mode", { enum: ["live", "sandbox"] }).notNull();
const now = sql`now()`;
/** In the unit of the API, whichever that is. */
const money = (name: string) => numeric(name, { precision: 24, scale: 4, mode: "number" });

/**
 * Each payout that was asked for here, kept for ever. Its job's item says when to do what; this row says what stands, and
 * is written in the transaction that moves the item.
 */
export const payout = desk.table(
  "payout",
  {
    /** Also the mark that the API gets, and what its Idempotency-Key is made of. */
    id: text("id").primaryKey(),
    storeId: storeId(),
    mode: mode(),
    /** The job and its item. */
    batch: text("batch").notNull(),
    n: integer("n").notNull(),
    /** The preview that was confirmed, and of its lines the hash of this one. */
    preview: text("preview").notNull(),
    version: text("version").notNull(),
    /** The address and the key that it is sent with, as a hash: another's list proves nothing of this one. */
    holder: text("holder").notNull(),
    affiliateId: text("affiliate_id").notNull(),
    affiliateName: text("affiliate_name"),
    amount: money("amount").notNull(),
    currency: text("currency").notNull(),
    method: text("method"),
    payoutEmail: text("payout_email"),
    reference: text("reference"),
    note: text("note"),
    /** Payouts of the affiliate that were there before this one was sent, so none of them is it. */
    baseline: json("baseline").$type<string[]>().notNull(),
    state: text("state", { enum: ["waiting", "sending", "unknown", "made", "failed", "cancelled", "returned"] })
      .notNull()
      .default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    code: text("code"),
    message: text("message"),
    /** The API's own payout, with what it said of it last. */
    payoutId: text("payout_id"),
    payoutStatus: text("payout_status"),
    payoutAmount: money("payout_amount"),
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
    // One payout of the API is one of ours.
    uniqueIndex("payout_made").on(table.storeId, table.mode, table.payoutId),
    index("payout_created").on(table.storeId, table.mode, table.createdAt),
    index("payout_affiliate").on(table.storeId, table.mode, table.affiliateId, table.createdAt),
    index("payout_unknown").on(table.storeId, table.mode).where(sql`state = 'unknown'`),
  ],
);

/** Which commissions a payout is for. While it may pay or has paid them, no other payout can have one. */
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
    held: boolean("held").notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.payoutId, table.commissionId] }),
    uniqueIndex("payout_commission_once").on(table.storeId, table.mode, table.commissionId).where(sql`held`),
  ],
);

export type PreviewedLine = {
  affiliate_id: string;
  currency: string;
  name: string | null;
  amount: number;
  method: string | null;
  payout_email: string | null;
  hash: string;
  parts: { id: string; amount: number; version: string }[];
};

/** What a person saw before they confirmed, so that it can be said what has moved since; kept for a day. */
export const payoutPreview = desk.table(
  "payout_preview",
  {
    storeId: storeId(),
    mode: mode(),
    hash: text("hash").notNull(),
    /** The affiliates that were asked for; null for all. */
    asked: json("asked").$type<string[]>(),
    lines: json("lines").$type<PreviewedLine[]>().notNull(),
    createdAt: moment("created_at").notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.mode, table.hash] }),
    index("payout_preview_created").on(table.createdAt),
  ],
);
