import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, numeric, pgSchema, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Audience, OfferLimits, OfferSchedule } from "../../contract/checkout/audience.ts";
import type { ExperimentDesign, VariantChanges } from "../../contract/checkout/experiment-draft.ts";
import type { ExperimentDecision } from "../../contract/checkout/experiments.ts";
import type { OfferQuantity } from "../../contract/checkout/offer-quantity.ts";
import type { OfferTexts } from "../../contract/checkout/offer-text-words.ts";
import type { Recommendation } from "../../contract/checkout/recommendation.ts";
import { bytes, createdAt, kernelTables, minor, moment, textKey, updatedAt } from "./kernel.ts";

export const checkout = pgSchema("checkout");
export const { tenant, tenantId, apiKey, keyUse, rateBudget, idempotency } = kernelTables(checkout);

export const upsell = checkout.table(
  "upsell",
  {
    tenantId: tenantId(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    status: text("status").notNull(),
    productId: text("product_id").notNull(),
    recommendation: jsonb("recommendation").$type<Recommendation>().notNull().default({}),
    triggerProducts: text("trigger_products").array().notNull(),
    discountType: text("discount_type").notNull(),
    discountValue: numeric("discount_value", { precision: 14, scale: 4, mode: "number" }).notNull(),
    quantity: jsonb("quantity").$type<OfferQuantity>().notNull().default({}),
    placement: text("placement").notNull(),
    /** Offers with a higher one come first. */
    priority: integer("priority").notNull().default(0),
    audience: jsonb("audience").$type<Audience>().notNull().default({}),
    schedule: jsonb("schedule").$type<OfferSchedule>().notNull().default({}),
    limits: jsonb("limits").$type<OfferLimits>().notNull().default({}),
    /** Of the visitors, who see it. */
    sharePercent: integer("share_percent").notNull().default(100),
    /** The offers that follow its answer. */
    nextAccepted: text("next_accepted"),
    nextDeclined: text("next_declined"),
    texts: jsonb("texts").$type<OfferTexts>().notNull().default({}),
    imageUrl: text("image_url"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("upsell_created").on(table.tenantId, table.createdAt, table.id),
    index("upsell_status").on(table.tenantId, table.status, table.createdAt, table.id),
    index("upsell_name").on(table.tenantId, sql`lower(${table.name})`, table.id),
    index("upsell_discount").on(table.tenantId, table.discountValue, table.id),
    // Offers of one product in one place may get in each other's way.
    index("upsell_product").on(table.tenantId, table.productId, table.placement),
    index("upsell_updated").on(table.tenantId, table.updatedAt),
    index("upsell_leading").on(table.tenantId).where(sql`next_accepted is not null or next_declined is not null`),
  ],
);

export type BundleComponent = { product_id: string; quantity: number };

export const bundle = checkout.table(
  "bundle",
  {
    tenantId: tenantId(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    type: text("type").notNull(),
    status: text("status").notNull(),
    products: jsonb("products").$type<BundleComponent[]>().notNull(),
    pricingType: text("pricing_type").notNull(),
    pricingValue: numeric("pricing_value", { precision: 14, scale: 4, mode: "number" }).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("bundle_created").on(table.tenantId, table.createdAt, table.id),
    index("bundle_status").on(table.tenantId, table.status, table.createdAt, table.id),
    index("bundle_type").on(table.tenantId, table.type, table.createdAt, table.id),
    index("bundle_name").on(table.tenantId, sql`lower(${table.name})`, table.id),
  ],
);

/** Prices are in minor units. Null is unknown, and the stock of what the shop does not count. */
export type ProductVariant = {
  id: string;
  title: string | null;
  price: number | null;
  /** Missing in variants that were stored before there was one. */
  compare_at_price?: number | null;
  stock: number | null;
  image_url: string | null;
};

export const product = checkout.table(
  "product",
  {
    tenantId: tenantId(),
    id: text("id").notNull(),
    title: text("title").notNull(),
    /** Null if nobody said it. */
    price: minor("price"),
    /** What the shop says that the product cost before, or costs elsewhere. No discount counts from it. */
    compareAtPrice: minor("compare_at_price"),
    /** Null if nobody said whether the prices contain tax. */
    taxIncluded: boolean("tax_included"),
    imageUrl: text("image_url"),
    url: text("url"),
    /** The name of the product in the addresses of its shop. */
    handle: text("handle"),
    /** Only an active product is offered. A deleted one is kept so that its offers are not shown, and is listed nowhere. */
    status: text("status", { enum: ["active", "draft", "archived", "deleted"] })
      .notNull()
      .default("active"),
    /** By their names in the shop. */
    categories: text("categories").array().notNull().default([]),
    variants: jsonb("variants").$type<ProductVariant[]>().notNull().default([]),
    /** Who said all this: a program, a file or a platform. */
    source: text("source").notNull(),
    /** When the product was like this on its platform, whose webhooks may arrive late. */
    asOf: moment("as_of"),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("product_title").on(table.tenantId, sql`lower(${table.title})`, table.id),
    index("product_updated").on(table.tenantId, table.updatedAt),
  ],
);

/** Only settings that were changed; the code has the defaults of the others. */
export const settings = checkout.table("settings", {
  tenantId: tenantId().primaryKey(),
  values: jsonb("values").$type<Record<string, Record<string, unknown>>>().notNull(),
  updatedAt: updatedAt(),
});

export type StoredVariant = { name: string; weight: number; label?: string; changes?: VariantChanges };
/** In minor units of the currency, as far as amounts are concerned; null is unknown. */
export type FrozenPlan = {
  base: number | null;
  deviation: number | null;
  visitors_per_day: number | null;
  visitors_needed: number | null;
  days_needed: number | null;
  cap: number | null;
  /** Ten-thousandths of the visitors who take part, from and below. Experiments of a group have different ones. */
  slots: [number, number][];
};
export type ExperimentAlert = { kind: string; variant?: string; at: string; paused: boolean };
export type RecordedDecision = ExperimentDecision & { at: string };

export const experiment = checkout.table(
  "experiment",
  {
    tenantId: tenantId(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    status: text("status", { enum: ["draft", "running", "completed"] }).notNull(),
    /** The control is the variant named `control`, or else the first one. */
    variants: jsonb("variants").$type<StoredVariant[]>().notNull(),
    winner: text("winner"),
    /** Null if the shop itself applies the variants. */
    plan: jsonb("plan").$type<ExperimentDesign>(),
    frozen: jsonb("frozen").$type<FrozenPlan>(),
    amendments: jsonb("amendments").$type<{ at: string; fields: string[] }[]>().notNull().default([]),
    alert: jsonb("alert").$type<ExperimentAlert>(),
    /** Alerts after which people let the experiment go on, so that it is not paused again. */
    alertsSeen: text("alerts_seen").array().notNull().default([]),
    decisions: jsonb("decisions").$type<RecordedDecision[]>().notNull().default([]),
    learned: text("learned"),
    startedAt: moment("started_at"),
    endedAt: moment("ended_at"),
    pausedAt: moment("paused_at"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("experiment_created").on(table.tenantId, table.createdAt, table.id),
    index("experiment_status").on(table.tenantId, table.status, table.createdAt, table.id),
  ],
);

/** The secret is encrypted and not hashed, because signing needs it. */
export const webhookEndpoint = checkout.table(
  "webhook_endpoint",
  {
    tenantId: tenantId(),
    id: text("id").notNull(),
    url: text("url").notNull(),
    events: text("events").array().notNull(),
    state: text("state", { enum: ["enabled", "disabled", "paused"] }).notNull(),
    /** Set by the service, for example after a 410. */
    pausedReason: text("paused_reason"),
    pausedReasonKey: textKey("paused_reason_key"),
    secret: bytes("secret").notNull(),
    previousSecret: bytes("previous_secret"),
    previousSecretUntil: moment("previous_secret_until"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: moment("deleted_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index("webhook_endpoint_created").on(table.tenantId, table.createdAt, table.id),
    uniqueIndex("webhook_endpoint_id").on(table.id),
  ],
);

/** Every version of the shops' script that was handed out, because a page may name one by its digest for years. */
export const shopScript = checkout.table("shop_script", {
  digest: text("digest").primaryKey(),
  body: text("body").notNull(),
  createdAt: createdAt(),
});
