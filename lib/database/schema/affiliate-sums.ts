import { sql } from "drizzle-orm";
import { bigint, boolean, date, index, integer, primaryKey, text } from "drizzle-orm/pg-core";
import { affiliateSchema, minor, tenantId } from "./affiliate.ts";
import { moment } from "./kernel.ts";

// Sums, kept in the transaction of the fact that changes them. `lib/services/affiliate/ledger.ts` is the one writer.

const day = () => date("day", { mode: "string" }).notNull();
const count = (name: string) => integer(name).notNull().default(0);
const sum = (name: string) => minor(name).notNull().default(0);

/**
 * How many records there are, by status and by what lists sort them by. `bucket` is the least value that it holds: a
 * UTC day's first millisecond, or an amount rounded down to its first digits. A list reads its total here, and finds
 * where a deep page begins.
 */
export const recordCount = affiliateSchema.table(
  "record_count",
  {
    tenantId: tenantId(),
    kind: text("kind").notNull(),
    sort: text("sort").notNull(),
    status: text("status").notNull(),
    bucket: bigint("bucket", { mode: "number" }).notNull(),
    count: count("count"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.kind, table.sort, table.status, table.bucket] })],
);

/** The same for the lists of one affiliate's records, by the UTC day on which they were made. */
export const affiliateCount = affiliateSchema.table(
  "affiliate_count",
  {
    tenantId: tenantId(),
    affiliateId: text("affiliate_id").notNull(),
    kind: text("kind").notNull(),
    status: text("status").notNull(),
    bucket: bigint("bucket", { mode: "number" }).notNull(),
    count: count("count"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.affiliateId, table.kind, table.status, table.bucket] })],
);

const orderSums = () => ({ orders: count("orders"), gross: sum("gross"), refunded: sum("refunded") });

/** All are of money that is there: nothing rejected is in them. Owed is approved, less clawed back, less paid. */
const moneySums = () => ({
  pending: sum("pending"),
  /** Above zero, whatever their type. */
  approved: sum("approved"),
  /** Approved clawbacks, as a number above zero. */
  clawedBack: sum("clawed_back"),
  paid: sum("paid"),
});

const revenue = () => minor("revenue").generatedAlwaysAs(sql`gross - refunded`).notNull();
const commissions = () => minor("commissions").generatedAlwaysAs(sql`pending + approved - clawed_back`).notNull();

/** All time, by affiliate and currency. Each affiliate has one `main` row, of its own currency, which also has its clicks. */
export const affiliateTotal = affiliateSchema.table(
  "affiliate_total",
  {
    tenantId: tenantId(),
    affiliateId: text("affiliate_id").notNull(),
    currency: text("currency").notNull(),
    main: boolean("main").notNull().default(false),
    clicks: count("clicks"),
    ...orderSums(),
    ...moneySums(),
    /** In payouts that are neither paid nor given up. */
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
      index("affiliate_total_orders").on(table.tenantId, table.orders, table.affiliateId).where(main),
      index("affiliate_total_revenue").on(table.tenantId, table.revenue, table.affiliateId).where(main),
      index("affiliate_total_commissions").on(table.tenantId, table.commissions, table.affiliateId).where(main),
      index("affiliate_total_unpaid").on(table.tenantId, table.unpaidBalance, table.affiliateId).where(main),
    ];
  },
);

/** All time, by link and currency, with a `main` row as above. */
export const linkTotal = affiliateSchema.table(
  "link_total",
  {
    tenantId: tenantId(),
    linkId: text("link_id").notNull(),
    currency: text("currency").notNull(),
    main: boolean("main").notNull().default(false),
    clicks: count("clicks"),
    ...orderSums(),
    revenue: revenue(),
  },
  (table) => {
    const main = sql`${table.main}`;
    return [
      primaryKey({ columns: [table.tenantId, table.linkId, table.currency] }),
      index("link_total_clicks").on(table.tenantId, table.clicks, table.linkId).where(main),
      index("link_total_orders").on(table.tenantId, table.orders, table.linkId).where(main),
      index("link_total_revenue").on(table.tenantId, table.revenue, table.linkId).where(main),
    ];
  },
);

/** Bots are counted apart, and nowhere else. */
const clickSums = () => ({ clicks: count("clicks"), bots: count("bots") });

export const dailyClickTotal = affiliateSchema.table(
  "daily_click_total",
  { tenantId: tenantId(), day: day(), ...clickSums() },
  (table) => [primaryKey({ columns: [table.tenantId, table.day] })],
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

const daySums = () => ({ ...orderSums(), refundedOrders: count("refunded_orders"), ...moneySums() });

/** Attributed orders and their money, the whole program together. `paid` counts on the day of the payment. */
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

/** By the status that the orders have now. A refund is spread over the lines by their money. */
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

/** What products of attributed orders are called, and when the first was sold. */
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
