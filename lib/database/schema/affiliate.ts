import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgSchema,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { createdAt, kernelTables, minor, moment, updatedAt } from "./kernel.ts";

export const affiliateSchema = pgSchema("affiliate");
export const { tenant, tenantId, apiKey, keyUse, rateBudget, idempotency } = kernelTables(affiliateSchema);

/** Percent for the type `percentage`, minor units for `fixed`. */
export const rate = <Name extends string>(name: Name) => numeric(name, { precision: 14, scale: 4, mode: "number" });

/** Deleted affiliates keep their rows, because orders, commissions and payouts refer to them. */
export const affiliate = affiliateSchema.table(
  "affiliate",
  {
    tenantId: tenantId(),
    id: text("id").notNull(),
    email: text("email").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    companyName: text("company_name"),
    status: text("status", { enum: ["pending", "active", "rejected", "inactive", "suspended"] }).notNull(),
    referralCode: text("referral_code").notNull(),
    group: text("group"),
    commissionType: text("commission_type", { enum: ["percentage", "fixed"] }).notNull(),
    commissionRate: rate("commission_rate").notNull(),
    /** Whether a person entered the rate. Otherwise the rules of the program decide. */
    ownRate: boolean("own_rate").notNull().default(true),
    country: text("country"),
    website: text("website"),
    payoutMethod: text("payout_method"),
    payoutEmail: text("payout_email"),
    minimumPayout: minor("minimum_payout"),
    notes: text("notes"),
    /** The currency of the affiliate's figures and minimum payout. Orders may be in other currencies. */
    currency: text("currency").notNull(),
    metadata: jsonb("metadata").$type<Record<string, string | number | boolean | null>>().notNull().default({}),
    approvedAt: moment("approved_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: moment("deleted_at"),
  },
  (table) => {
    const live = sql`${table.deletedAt} is null`;
    return [
      primaryKey({ columns: [table.tenantId, table.id] }),
      uniqueIndex("affiliate_email").on(table.tenantId, sql`lower(${table.email})`).where(live),
      uniqueIndex("affiliate_referral_code").on(table.tenantId, sql`lower(${table.referralCode})`).where(live),
      index("affiliate_created").on(table.tenantId, table.createdAt, table.id).where(live),
      index("affiliate_updated").on(table.tenantId, table.updatedAt, table.id).where(live),
      index("affiliate_status").on(table.tenantId, table.status, table.createdAt, table.id).where(live),
      index("affiliate_last_name").on(table.tenantId, sql`lower(${table.lastName})`, table.id).where(live),
    ];
  },
);

/** A code belongs to one affiliate, regardless of case. */
export const coupon = affiliateSchema.table(
  "coupon",
  {
    tenantId: tenantId(),
    key: text("key").notNull(),
    code: text("code").notNull(),
    affiliateId: text("affiliate_id").notNull(),
    position: integer("position").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.key] }),
    index("coupon_affiliate").on(table.tenantId, table.affiliateId, table.position),
  ],
);

/** A deleted link keeps its row and its code, so that a published address never leads somewhere else. */
export const link = affiliateSchema.table(
  "link",
  {
    tenantId: tenantId(),
    id: text("id").notNull(),
    affiliateId: text("affiliate_id").notNull(),
    name: text("name"),
    code: text("code").notNull(),
    destinationUrl: text("destination_url").notNull(),
    couponCode: text("coupon_code"),
    utmSource: text("utm_source"),
    utmMedium: text("utm_medium"),
    utmCampaign: text("utm_campaign"),
    status: text("status", { enum: ["active", "disabled"] }).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: moment("deleted_at"),
  },
  (table) => {
    const live = sql`${table.deletedAt} is null`;
    return [
      primaryKey({ columns: [table.tenantId, table.id] }),
      // Unique across all stores, because `/r/{code}` names no store.
      uniqueIndex("link_code_once").on(sql`lower(${table.code})`),
      index("link_affiliate").on(table.tenantId, table.affiliateId, table.createdAt, table.id),
      index("link_created").on(table.tenantId, table.createdAt, table.id).where(live),
      index("link_status").on(table.tenantId, table.status, table.createdAt, table.id).where(live),
      index("link_name").on(table.tenantId, sql`lower(${table.name})`, table.id).where(live),
      index("link_code").on(table.tenantId, sql`lower(${table.code})`, table.id).where(live),
    ];
  },
);

/** The rules of the program. An order is judged by the version in force at its time, so a version that was in force stays. */
export const programVersion = affiliateSchema.table(
  "program_version",
  {
    tenantId: tenantId(),
    version: integer("version").notNull(),
    effectiveAt: moment("effective_at").notNull(),
    /** The rules that were sent. `values` has all of them. */
    changes: jsonb("changes").$type<Record<string, unknown>>().notNull(),
    values: jsonb("values").$type<Record<string, unknown>>().notNull(),
    createdBy: text("created_by"),
    createdAt: createdAt(),
    withdrawnAt: moment("withdrawn_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.version] }),
    index("program_version_effective").on(table.tenantId, table.effectiveAt, table.version),
  ],
);

export const outbox = affiliateSchema.table("outbox", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  tenantId: tenantId(),
  type: text("type").notNull(),
  data: jsonb("data").$type<Record<string, unknown>>().notNull(),
  createdAt: createdAt(),
});
