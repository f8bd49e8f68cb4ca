import { bigint, boolean, index, integer, jsonb, text, unique } from "drizzle-orm/pg-core";
import { desk, mode, storeId } from "./desk.ts";
import { bytes, createdAt, moment, updatedAt } from "./kernel.ts";

// The library for sign-ins reads and writes these four tables, as it does those of staff, by an instance of its own.

/** An affiliate who may sign in to the portal of one program. The same address in two programs is two partners. */
export const partner = desk.table(
  "partner",
  {
    id: text("id").primaryKey(),
    /** What the library takes for an email address, because it allows each address only once. */
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

const partnerId = (name = "user_id") =>
  text(name)
    .notNull()
    .references(() => partner.id, { onDelete: "cascade" });

export const partnerSession = desk.table(
  "partner_session",
  {
    id: text("id").primaryKey(),
    token: text("token").notNull().unique(),
    userId: partnerId(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    expiresAt: moment("expires_at").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("partner_session_user").on(table.userId), index("partner_session_expires").on(table.expiresAt)],
);

export const partnerVerification = desk.table(
  "partner_verification",
  {
    id: text("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: moment("expires_at").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("partner_verification_identifier").on(table.identifier),
    index("partner_verification_expires").on(table.expiresAt),
  ],
);

export const partnerPasskey = desk.table(
  "partner_passkey",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    userId: partnerId(),
    credentialID: text("credential_id").notNull().unique(),
    publicKey: text("public_key").notNull(),
    counter: bigint("counter", { mode: "number" }).notNull(),
    deviceType: text("device_type").notNull(),
    backedUp: boolean("backed_up").notNull(),
    transports: text("transports"),
    aaguid: text("aaguid"),
    lastUsedAt: moment("last_used_at"),
    createdAt: createdAt(),
  },
  (table) => [index("partner_passkey_user").on(table.userId)],
);

/** Lets a program of the partner read what the portal shows. Only a hash of the key is stored. */
export const partnerKey = desk.table(
  "partner_key",
  {
    id: text("id").primaryKey(),
    partnerId: partnerId("partner_id"),
    name: text("name").notNull(),
    hash: bytes("hash").notNull().unique(),
    lastFour: text("last_four").notNull(),
    usedAt: moment("used_at"),
    createdAt: createdAt(),
  },
  (table) => [index("partner_key_partner").on(table.partnerId)],
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
