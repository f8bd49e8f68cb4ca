import { sql } from "drizzle-orm";
import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { bytes, times } from "./kernel.ts";
import { signInTables } from "./sign-in-tables.ts";

export const desk = pgSchema("desk");

const modes = ["live", "sandbox"] as const;
const roles = ["owner", "merchant", "affiliate_manager", "analyst"] as const;

export const mode = () => text("mode", { enum: modes }).notNull();
export const role = () => text("role", { enum: roles }).notNull();

const microseconds = times();
const { moment, createdAt, updatedAt } = microseconds;

// better-auth reads and writes the following tables.

export const user = desk.table("user", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  emailVerified: boolean("email_verified").notNull().default(false),
  image: text("image"),
  twoFactorEnabled: boolean("two_factor_enabled").notNull().default(false),
  lastSeenAt: moment("last_seen_at"),
  /** Null means the browser's language and the store's time zone. */
  locale: text("locale"),
  timeZone: text("time_zone"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const userId = () =>
  text("user_id")
    .notNull()
    .references(() => user.id, { onDelete: "cascade" });

export const { session, verification, passkey } = signInTables(desk, "", () => user.id, microseconds);

export const account = desk.table(
  "account",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: userId(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: moment("access_token_expires_at"),
    refreshTokenExpiresAt: moment("refresh_token_expires_at"),
    scope: text("scope"),
    password: text("password"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("account_user").on(table.userId)],
);

export const twoFactor = desk.table(
  "two_factor",
  {
    id: text("id").primaryKey(),
    secret: text("secret").notNull(),
    backupCodes: text("backup_codes").notNull(),
    userId: userId(),
    verified: boolean("verified").default(true),
    failedVerificationCount: integer("failed_verification_count").default(0),
    lockedUntil: moment("locked_until"),
  },
  (table) => [index("two_factor_user").on(table.userId)],
);

export const store = desk.table("store", {
  /** The word in the URL. */
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  currency: text("currency").notNull(),
  timeZone: text("time_zone").notNull(),
  createdAt: createdAt(),
});

export const storeId = () =>
  text("store_id")
    .notNull()
    .references(() => store.id, { onDelete: "cascade" });

export const member = desk.table(
  "member",
  {
    storeId: storeId(),
    userId: userId(),
    role: role(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.userId] }),
    index("member_user").on(table.userId, table.storeId),
  ],
);

export const invitation = desk.table(
  "invitation",
  {
    id: text("id").primaryKey(),
    storeId: storeId(),
    email: text("email").notNull(),
    role: role(),
    tokenHash: bytes("token_hash").notNull().unique(),
    invitedBy: text("invited_by").references(() => user.id, { onDelete: "set null" }),
    expiresAt: moment("expires_at").notNull(),
    acceptedAt: moment("accepted_at"),
    revokedAt: moment("revoked_at"),
    createdAt: createdAt(),
  },
  (table) => [
    index("invitation_store").on(table.storeId),
    uniqueIndex("invitation_open")
      .on(table.storeId, table.email)
      .where(sql`accepted_at is null and revoked_at is null`),
  ],
);

export const connection = desk.table(
  "connection",
  {
    storeId: storeId(),
    mode: mode(),
    api: text("api", { enum: ["checkout", "affiliate"] }).notNull(),
    /** The key is never sent to another address. */
    baseUrl: text("base_url").notNull(),
    keyPrefix: text("key_prefix").notNull(),
    keyLastFour: text("key_last_four").notNull(),
    keyCiphertext: bytes("key_ciphertext").notNull(),
    /** The form in which the API accepted the key; null if none has been tried. */
    keyForm: text("key_form", { enum: ["bearer", "x_api_key", "bare", "setting"] }),
    /** The key's row in `rate_budget`; null if an earlier version stored the key. */
    holder: text("holder"),
    moneyUnit: text("money_unit", { enum: ["minor", "major"] })
      .notNull()
      .default("minor"),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.mode, table.api] })],
);

/** What the key may do, as responses have shown. The hash of address and key keeps it from other keys. */
export const keyAccess = desk.table(
  "key_access",
  {
    holder: text("holder").notNull(),
    resource: text("resource").notNull(),
    action: text("action", { enum: ["read", "write"] }).notNull(),
    works: boolean("works").notNull(),
    /** A probe, or a response to the work of a person. */
    source: text("source", { enum: ["probe", "use"] }).notNull(),
    at: moment("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.holder, table.resource, table.action] })],
);

/** rate-limiter-flexible defines these columns. */
export const attemptLimit = desk.table("attempt_limit", {
  key: text("key").primaryKey(),
  points: integer("points").notNull().default(0),
  expire: customType<{ data: number }>({ dataType: () => "bigint" })("expire"),
});

/** Unlogged: a crash loses the counts of at most one hour. All processes share a key's row. */
export const rateBudget = desk.table("rate_budget", {
  key: text("key").primaryKey(),
  version: integer("version").notNull().default(0),
  state: jsonb("state").notNull().default({}),
  /** Increased when a write ends, because earlier reads are then out of date. */
  writes: integer("writes").notNull().default(0),
});
