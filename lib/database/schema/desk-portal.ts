import { boolean, index, integer, jsonb, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { desk, mode, storeId } from "./desk.ts";
import { bytes, createdAt, moment, updatedAt } from "./kernel.ts";
import { signInTables } from "./sign-in-tables.ts";

/** An affiliate who may sign in to the portal of one program. The same address in two programs is two partners. */
export const partner = desk.table(
  "partner",
  {
    id: text("id").primaryKey(),
    /** What the library takes for an email address, because it allows each address only once. Changes with each sign-out everywhere. */
    login: text("login").notNull().unique(),
    name: text("name").notNull(),
    emailVerified: boolean("email_verified").notNull().default(true),
    image: text("image"),
    storeId: storeId(),
    mode: mode(),
    affiliateId: text("affiliate_id").notNull(),
    email: text("email").notNull(),
    locale: text("locale"),
    tax: jsonb("tax").$type<Record<string, string>>().notNull().default({}),
    lastSeenAt: moment("last_seen_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique("partner_affiliate").on(table.storeId, table.mode, table.affiliateId),
    index("partner_email").on(table.storeId, table.mode, table.email),
  ],
);

export const {
  session: partnerSession,
  verification: partnerVerification,
  passkey: partnerPasskey,
} = signInTables(desk, "partner_", () => partner.id, { moment, createdAt, updatedAt });

/** Lets a program of the partner read what the portal shows. Only a hash of the key is stored. */
export const partnerKey = desk.table(
  "partner_key",
  {
    id: text("id").primaryKey(),
    partnerId: text("partner_id")
      .notNull()
      .references(() => partner.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    hash: bytes("hash").notNull().unique(),
    lastFour: text("last_four").notNull(),
    usedAt: moment("used_at"),
    createdAt: createdAt(),
  },
  (table) => [index("partner_key_partner").on(table.partnerId)],
);

/** The present email address of an affiliate whose address was changed, which holds payouts for a while. */
export const emailChange = desk.table(
  "email_change",
  {
    storeId: storeId(),
    mode: mode(),
    affiliateId: text("affiliate_id").notNull(),
    email: text("email").notNull(),
    changedAt: moment("changed_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.mode, table.affiliateId] }),
    index("email_change_changed").on(table.changedAt),
  ],
);

/** Pictures and texts that the program gives to its partners. */
export const partnerMedia = desk.table(
  "partner_media",
  {
    id: text("id").primaryKey(),
    storeId: storeId(),
    mode: mode(),
    name: text("name").notNull(),
    type: text("type").notNull(),
    size: integer("size").notNull(),
    content: bytes("content").notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("partner_media_store").on(table.storeId, table.mode, table.createdAt)],
);
