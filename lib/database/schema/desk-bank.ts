import { boolean, index, primaryKey, text } from "drizzle-orm/pg-core";
import { desk, mode, storeId } from "./desk.ts";
import { bytes, moment } from "./kernel.ts";

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
