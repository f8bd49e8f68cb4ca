import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  json,
  jsonb,
  type PgSchema,
  primaryKey,
  text,
  timestamp,
  unique,
} from "drizzle-orm/pg-core";
import type { TextKey } from "../../contract/errors.ts";

export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Tables of the first version keep times to the microsecond, all others to the millisecond, as JavaScript does. */
export function times(precision?: 3) {
  const moment = <Name extends string>(name: Name) => timestamp(name, { withTimezone: true, mode: "date", precision });
  return {
    moment,
    createdAt: () => moment("created_at").notNull().default(sql`now()`),
    updatedAt: () => moment("updated_at").notNull().default(sql`now()`),
  };
}

/** Beside a text of ours: what translates it. `json`, because values may hold NUL characters of other APIs. */
export const textKey = <Name extends string>(name: Name) => json(name).$type<TextKey>();

export const { moment, createdAt, updatedAt } = times(3);

/** Whole minor units of the currency, so that sums are exact. */
export const minor = <Name extends string>(name: Name) => bigint(name, { mode: "number" });
export const sum = <Name extends string>(name: Name) => minor(name).notNull().default(0);
export const count = <Name extends string>(name: Name) => integer(name).notNull().default(0);
export const day = () => date("day", { mode: "string" }).notNull();
/** The first day of the month. */
export const month = () => date("month", { mode: "string" }).notNull();

/** Each service has its own copy of these tables, so that it can use a separate database. */
export function kernelTables(schema: PgSchema) {
  const tenant = schema.table(
    "tenant",
    {
      id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
      storeId: text("store_id").notNull(),
      mode: text("mode", { enum: ["live", "sandbox"] }).notNull(),
      currency: text("currency").notNull(),
      timeZone: text("time_zone").notNull(),
      createdAt: createdAt(),
    },
    (table) => [unique("tenant_store_mode").on(table.storeId, table.mode)],
  );

  const tenantId = () =>
    integer("tenant_id")
      .notNull()
      .references(() => tenant.id, { onDelete: "cascade" });

  const apiKey = schema.table("api_key", {
    id: text("id").primaryKey(),
    tenantId: tenantId(),
    /** SHA-256 of a random 256-bit key. It cannot be reversed, so no slow hash is needed. */
    hash: bytes("hash").notNull().unique(),
    prefix: text("prefix").notNull(),
    lastFour: text("last_four").notNull(),
    /** Only of a publishable key, which every page of the shop shows. Null if the key was made before this column. */
    key: text("key"),
    name: text("name").notNull(),
    scopes: text("scopes").array().notNull(),
    /** The sites whose pages may use a publishable key; empty for all. */
    origins: text("origins").array().notNull().default([]),
    createdAt: createdAt(),
    lastUsedAt: moment("last_used_at"),
    /** Never stored for a publishable key, whose users are shoppers. */
    lastUsedAddress: text("last_used_address"),
    lastUsedAgent: text("last_used_agent"),
    /** Uses before this time are unknown. */
    watchedSince: moment("watched_since").notNull().default(sql`now()`),
    revokedAt: moment("revoked_at"),
  });

  /** By UTC day, because many calls are written at once. */
  const keyUse = schema.table(
    "key_use",
    {
      keyId: text("key_id").notNull(),
      scope: text("scope").notNull(),
      day: date("day").notNull(),
      calls: integer("calls").notNull(),
      refused: integer("refused").notNull(),
    },
    (table) => [primaryKey({ columns: [table.keyId, table.scope, table.day] })],
  );

  /** Unlogged: a crash loses the counts of at most one hour, and no request waits for the disk. */
  const rateBudget = schema.table("rate_budget", {
    keyId: text("key_id").primaryKey(),
    refused: boolean("refused").notNull(),
    secondStart: moment("second_start").notNull(),
    secondUsed: integer("second_used").notNull(),
    minuteStart: moment("minute_start").notNull(),
    minuteUsed: integer("minute_used").notNull(),
    hourStart: moment("hour_start").notNull(),
    hourUsed: integer("hour_used").notNull(),
  });

  /** Responses that are repeated for the same key, kept for at least 24 hours. */
  const idempotency = schema.table(
    "idempotency",
    {
      tenantId: tenantId(),
      key: text("key").notNull(),
      /** SHA-256 of the operation and its input. The same key with another request is refused. */
      requestHash: bytes("request_hash").notNull(),
      status: integer("status").notNull(),
      response: jsonb("response").$type<Record<string, unknown>>().notNull(),
      createdAt: createdAt(),
    },
    (table) => [primaryKey({ columns: [table.tenantId, table.key] }), index("idempotency_created").on(table.createdAt)],
  );

  return { tenant, tenantId, apiKey, keyUse, rateBudget, idempotency };
}
