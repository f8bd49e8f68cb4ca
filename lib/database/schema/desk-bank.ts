import { sql } from "drizzle-orm";
import { boolean, date, index, integer, json, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { desk, mode, storeId } from "./desk.ts";
import { money, payout } from "./desk-payouts.ts";
import { bytes, moment } from "./kernel.ts";

const fileFormats = ["sepa", "bank", "paypal", "wise", "wise_recipients"] as const;
const fileStates = ["waiting", "ready", "released", "withdrawn"] as const;
const approvalReasons = ["amount", "currency", "changed"] as const;

/** Up to two rows for an affiliate: where money is sent, and a change that the affiliate has not confirmed yet. */
export const payoutDetails = desk.table(
  "payout_details",
  {
    storeId: storeId(),
    mode: mode(),
    affiliateId: text("affiliate_id").notNull(),
    pending: boolean("pending").notNull(),
    /** Names one version of the details. */
    id: text("id").notNull().unique(),
    kind: text("kind", { enum: ["iban", "paypal", "wise", "bank_us", "bank_uk"] }).notNull(),
    sealed: bytes("sealed").notNull(),
    masked: text("masked").notNull(),
    country: text("country"),
    /** The same for the same account, which it does not reveal. */
    fingerprint: text("fingerprint").notNull(),
    changedAt: moment("changed_at").notNull(),
    changedBy: text("changed_by").notNull(),
    confirmedAt: moment("confirmed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.mode, table.affiliateId, table.pending] }),
    index("payout_details_account").on(table.storeId, table.mode, table.fingerprint),
  ],
);

/** Whose account pays, and above which amount a second person approves a file. */
export const payoutSettings = desk.table(
  "payout_settings",
  {
    storeId: storeId(),
    mode: mode(),
    sealed: bytes("sealed"),
    masked: text("masked"),
    /** In the API's unit and the store's currency; null if nobody has to approve. */
    approveAbove: money("approve_above"),
    updatedAt: moment("updated_at").notNull(),
    updatedBy: text("updated_by").notNull(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.mode] })],
);

// Kept for good, like the payouts in it.
export const payoutFile = desk.table(
  "payout_file",
  {
    /** The message ID of a SEPA file, by which a bank refuses the same file twice. */
    id: text("id").primaryKey(),
    storeId: storeId(),
    mode: mode(),
    batch: text("batch").notNull(),
    format: text("format", { enum: fileFormats }).notNull(),
    currency: text("currency").notNull(),
    name: text("name").notNull(),
    sealed: bytes("sealed").notNull(),
    sha256: text("sha256").notNull(),
    total: money("total").notNull(),
    executeOn: date("execute_on", { mode: "string" }),
    state: text("state", { enum: fileStates }).notNull(),
    /** Why a second person must approve; null if nobody has to. */
    needs: text("needs", { enum: approvalReasons }),
    requestedBy: text("requested_by").notNull(),
    requestedByName: text("requested_by_name").notNull(),
    requestedAt: moment("requested_at").notNull().default(sql`now()`),
    approvedByName: text("approved_by_name"),
    approvedAt: moment("approved_at"),
    releases: integer("releases").notNull().default(0),
    releasedByName: text("released_by_name"),
    releasedAt: moment("released_at"),
  },
  (table) => [
    index("payout_file_batch").on(table.storeId, table.mode, table.batch),
    index("payout_file_waiting").on(table.storeId, table.mode).where(sql`state = 'waiting'`),
  ],
);

export const payoutFileEntry = desk.table(
  "payout_file_entry",
  {
    fileId: text("file_id")
      .notNull()
      .references(() => payoutFile.id, { onDelete: "cascade" }),
    payoutId: text("payout_id")
      .notNull()
      .references(() => payout.id, { onDelete: "cascade" }),
    /** False once the file was withdrawn. */
    inFile: boolean("in_file").notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.fileId, table.payoutId] }),
    // No payout is in two files.
    uniqueIndex("payout_file_entry_once").on(table.payoutId).where(sql`in_file`),
  ],
);

/** Which column of a bank's file is which, as a person said it, by the headings of the file. */
export const answerColumns = desk.table(
  "answer_columns",
  {
    storeId: storeId(),
    key: text("key").notNull(),
    columns: json("columns")
      .$type<Record<"reference" | "amount" | "currency" | "status" | "date", number | null>>()
      .notNull(),
    updatedAt: moment("updated_at").notNull().default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.key] })],
);
