import { sql } from "drizzle-orm";
import { boolean, index, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { affiliateSchema, tenantId } from "./affiliate.ts";
import { count, day, minor, moment, month, sum } from "./kernel.ts";

// The transaction that changes a record also updates its sums. Only `lib/services/affiliate/ledger.ts` writes them.

/** Lists read their totals from these counts, by UTC day of creation. An empty `affiliate_id` stands for all affiliates. */
export const recordCount = affiliateSchema.table(
  "record_count",
  {
    tenantId: tenantId(),
    affiliateId: text("affiliate_id").notNull(),
    kind: text("kind").notNull(),
    status: text("status").notNull(),
    day: day(),
    count: count("count"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.affiliateId, table.kind, table.status, table.day] })],
);

const orderSums = () => ({ orders: count("orders"), gross: sum("gross"), refunded: sum("refunded") });

/** Rejected commissions are in no sum. The amount owed is approved, less clawed back, less paid. */
const moneySums = () => ({
  pending: sum("pending"),
  approved: sum("approved"),
  /** Approved clawbacks, as a positive number. */
  clawedBack: sum("clawed_back"),
  paid: sum("paid"),
});

const revenue = () => minor("revenue").generatedAlwaysAs(sql`gross - refunded`).notNull();
const commissions = () => minor("commissions").generatedAlwaysAs(sql`pending + approved - clawed_back`).notNull();

/** In every currency, on the main row only. */
const allOrders = () => count("all_orders");

/** Of all time. Each affiliate has one `main` row in its own currency, which also has its clicks. */
export const affiliateTotal = affiliateSchema.table(
  "affiliate_total",
  {
    tenantId: tenantId(),
    affiliateId: text("affiliate_id").notNull(),
    currency: text("currency").notNull(),
    main: boolean("main").notNull().default(false),
    clicks: count("clicks"),
    allOrders: allOrders(),
    ...orderSums(),
    ...moneySums(),
    /** Reserved for payouts that are not paid, failed or cancelled. */
    reserved: sum("reserved"),
    revenue: revenue(),
    commissions: commissions(),
    unpaidBalance: minor("unpaid_balance").generatedAlwaysAs(sql`approved - clawed_back - paid`).notNull(),
  },
  (table) => {
    const main = sql`${table.main}`;
    return [
      primaryKey({ columns: [table.tenantId, table.affiliateId, table.currency] }),
      index("affiliate_total_clicks").on(table.tenantId, table.clicks, table.affiliateId).where(main),
      index("affiliate_total_orders").on(table.tenantId, table.allOrders, table.affiliateId).where(main),
      index("affiliate_total_revenue").on(table.tenantId, table.revenue, table.affiliateId).where(main),
      index("affiliate_total_commissions").on(table.tenantId, table.commissions, table.affiliateId).where(main),
      index("affiliate_total_unpaid").on(table.tenantId, table.unpaidBalance, table.affiliateId).where(main),
    ];
  },
);

/** Of all time. Each link has one `main` row, which also has its clicks. */
export const linkTotal = affiliateSchema.table(
  "link_total",
  {
    tenantId: tenantId(),
    linkId: text("link_id").notNull(),
    currency: text("currency").notNull(),
    main: boolean("main").notNull().default(false),
    clicks: count("clicks"),
    allOrders: allOrders(),
    ...orderSums(),
    revenue: revenue(),
  },
  (table) => {
    const main = sql`${table.main}`;
    return [
      primaryKey({ columns: [table.tenantId, table.linkId, table.currency] }),
      index("link_total_clicks").on(table.tenantId, table.clicks, table.linkId).where(main),
      index("link_total_orders").on(table.tenantId, table.allOrders, table.linkId).where(main),
      index("link_total_revenue").on(table.tenantId, table.revenue, table.linkId).where(main),
    ];
  },
);

/** Clicks of bots are part of no other figure. */
const clickSums = () => ({ clicks: count("clicks"), bots: count("bots") });

export const dailyClickTotal = affiliateSchema.table(
  "daily_click_total",
  { tenantId: tenantId(), day: day(), ...clickSums() },
  (table) => [primaryKey({ columns: [table.tenantId, table.day] })],
);

export const hourlyClick = affiliateSchema.table(
  "hourly_click",
  { tenantId: tenantId(), day: day(), hour: smallint("hour").notNull(), clicks: count("clicks") },
  (table) => [primaryKey({ columns: [table.tenantId, table.day, table.hour] })],
);

export const dailyClick = affiliateSchema.table(
  "daily_click",
  {
    tenantId: tenantId(),
    day: day(),
    affiliateId: text("affiliate_id").notNull(),
    linkId: text("link_id").notNull(),
    ...clickSums(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.day, table.affiliateId, table.linkId] })],
);

/** Without bots, of all links of an affiliate. */
export const monthlyClick = affiliateSchema.table(
  "monthly_click",
  { tenantId: tenantId(), month: month(), affiliateId: text("affiliate_id").notNull(), clicks: count("clicks") },
  (table) => [primaryKey({ columns: [table.tenantId, table.month, table.affiliateId] })],
);

const daySums = () => ({ ...orderSums(), refundedOrders: count("refunded_orders"), ...moneySums() });

/** Attributed orders of the whole program. `paid` counts on the day of the payment. */
export const dailyTotal = affiliateSchema.table(
  "daily_total",
  { tenantId: tenantId(), day: day(), currency: text("currency").notNull(), ...daySums() },
  (table) => [primaryKey({ columns: [table.tenantId, table.day, table.currency] })],
);

export const dailyAffiliate = affiliateSchema.table(
  "daily_affiliate",
  {
    tenantId: tenantId(),
    day: day(),
    affiliateId: text("affiliate_id").notNull(),
    currency: text("currency").notNull(),
    ...daySums(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.day, table.affiliateId, table.currency] })],
);

export const monthlyAffiliate = affiliateSchema.table(
  "monthly_affiliate",
  {
    tenantId: tenantId(),
    month: month(),
    affiliateId: text("affiliate_id").notNull(),
    currency: text("currency").notNull(),
    ...daySums(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.month, table.affiliateId, table.currency] })],
);

/** By the present status of the orders. A refund is spread over the lines in proportion to their amounts. */
export const dailyProduct = affiliateSchema.table(
  "daily_product",
  {
    tenantId: tenantId(),
    day: day(),
    productId: text("product_id").notNull(),
    currency: text("currency").notNull(),
    status: text("status").notNull(),
    orders: count("orders"),
    quantity: count("quantity"),
    revenue: sum("revenue"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.day, table.productId, table.currency, table.status] })],
);

export const dailyProductCommission = affiliateSchema.table(
  "daily_product_commission",
  {
    tenantId: tenantId(),
    day: day(),
    productId: text("product_id").notNull(),
    currency: text("currency").notNull(),
    commissions: sum("commissions"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.day, table.productId, table.currency] })],
);

export const product = affiliateSchema.table(
  "product",
  {
    tenantId: tenantId(),
    id: text("id").notNull(),
    sku: text("sku"),
    name: text("name").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] })],
);
