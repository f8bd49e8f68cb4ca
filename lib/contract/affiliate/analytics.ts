import * as z from "zod";
import { extension, isRange, listOf, period, rangeError, rangeFields, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { type Raw, readAs, readList, readNested } from "../read.ts";
import { readFigures } from "../report.ts";
import { affiliateStatuses } from "./affiliates.ts";
import { listQuery, money, readers } from "./fields.ts";
import { attributedOrderStatuses } from "./orders.ts";

/** Filters of the row lists: by the affiliate's status, by the order's, and by what became of a click. */
export const clickStatuses = ["converted", "unconverted", "bot"] as const;
/** `created_at` is the affiliate's own, a product's first attributed order, and the moment of a click. */
export const affiliateMetricSorts = [
  "created_at",
  "clicks",
  "orders",
  "conversion_rate",
  "revenue",
  "commissions",
] as const;
export const productMetricSorts = ["created_at", "name", "quantity", "orders", "revenue", "commissions"] as const;
export const clickSorts = ["created_at"] as const;

/** The specification shows no period here; the parameters are those of the checkout API's analytics. */
const ours = {
  start_date: rangeFields.start_date.meta(extension),
  end_date: rangeFields.end_date.meta(extension),
};

/** Money never adds up across currencies: one entry for each. */
const currencyTotals = z.looseObject({
  currency: z.string().optional(),
  revenue: money.optional(),
  commissions: money.optional(),
  pending_commissions: money.optional(),
  approved_commissions: money.optional(),
  paid_commissions: money.optional(),
  unpaid_balance: money.optional(),
});

export const affiliateSummary = z.looseObject({
  affiliates: z.number().int().optional(),
  active_affiliates: z.number().int().optional(),
  clicks: z.number().int().optional(),
  orders: z.number().int().optional(),
  /** A ratio, 0 to 1: orders by clicks. */
  conversion_rate: z.number().optional(),
  totals: z.array(currencyTotals).optional(),
});

/** One row for each affiliate and currency. */
export const affiliateMetrics = z.looseObject({
  affiliate_id: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  status: z.string().optional(),
  clicks: z.number().int().optional(),
  orders: z.number().int().optional(),
  conversion_rate: z.number().optional(),
  revenue: money.optional(),
  commissions: money.optional(),
  currency: z.string().optional(),
});

/** One row for each product and currency. */
export const productMetrics = z.looseObject({
  product_id: z.string(),
  sku: z.string().nullish(),
  name: z.string().optional(),
  quantity: z.number().optional(),
  orders: z.number().int().optional(),
  revenue: money.optional(),
  commissions: money.optional(),
  currency: z.string().optional(),
});

/** No address of a person: our service keeps it only as a keyed hash and never sends it. */
export const click = z.looseObject({
  id: z.string(),
  affiliate_id: z.string().optional(),
  link_id: z.string().nullish(),
  occurred_at: timestamp.optional(),
  landing_page: z.string().nullish(),
  referrer: z.string().nullish(),
  country: z.string().nullish(),
  device: z.string().nullish(),
  browser: z.string().nullish(),
  os: z.string().nullish(),
  is_bot: z.boolean().optional(),
  converted: z.boolean().optional(),
  order_id: z.string().nullish(),
});

export type AffiliateSummary = z.infer<typeof affiliateSummary>;
export type AffiliateMetrics = z.infer<typeof affiliateMetrics>;
export type ProductMetrics = z.infer<typeof productMetrics>;
export type Click = z.infer<typeof click>;

export const knownSummaryFields = Object.keys(affiliateSummary.shape);
export const knownAffiliateMetricFields = Object.keys(affiliateMetrics.shape);
export const knownProductMetricFields = Object.keys(productMetrics.shape);
export const knownClickFields = Object.keys(click.shape);

/** Totals by currency, as one object, or as flat figures of one currency under their plain or `total_` names. */
export function normalizeSummary(raw: Raw): AffiliateSummary {
  const flat = Object.keys(currencyTotals.shape).map((name) => [name, name in raw ? name : `total_${name}`]);
  const gathered = readNested(raw, "totals", Object.fromEntries(flat));
  const totals = Array.isArray(raw.totals) ? raw.totals : gathered && [gathered];
  const counted = Object.fromEntries(
    ["affiliates", "clicks", "orders"].map((name) => [name, raw[name] ?? raw[`total_${name}`]]),
  );
  return readAs(affiliateSummary, { ...raw, ...counted, totals });
}

export function normalizeAffiliateMetrics(raw: Raw): AffiliateMetrics {
  return readAs(affiliateMetrics, { ...raw, affiliate_id: raw.affiliate_id ?? raw.id });
}

export function normalizeProductMetrics(raw: Raw): ProductMetrics {
  return readAs(productMetrics, { ...raw, product_id: raw.product_id ?? raw.id });
}

export function normalizeClick(raw: Raw): Click {
  return readAs(click, {
    ...raw,
    id: raw.id ?? raw.click_id,
    occurred_at: raw.occurred_at ?? raw.created_at ?? raw.clicked_at,
  });
}

export const analytics = defineContract({
  analytics: {
    summary: {
      method: "GET",
      path: "/analytics/summary",
      scope: "read:affiliate_analytics",
      roles: readers,
      summary: "Read the program's performance",
      query: z.object(ours).refine(isRange, rangeError),
      response: z.looseObject({ data: affiliateSummary, period: period.optional() }),
      normalize: (body) => readFigures(body, "summary", normalizeSummary),
    },
    affiliates: {
      method: "GET",
      path: "/analytics/affiliates",
      scope: "read:affiliate_analytics",
      roles: readers,
      summary: "List metrics by affiliate",
      query: listQuery(affiliateStatuses, affiliateMetricSorts).extend(ours).refine(isRange, rangeError),
      response: listOf(affiliateMetrics),
      normalize: (body) => readList(body, "affiliates", normalizeAffiliateMetrics),
    },
    products: {
      method: "GET",
      path: "/analytics/products",
      scope: "read:affiliate_analytics",
      roles: readers,
      summary: "List metrics by product",
      query: listQuery(attributedOrderStatuses, productMetricSorts).extend(ours).refine(isRange, rangeError),
      response: listOf(productMetrics),
      normalize: (body) => readList(body, "products", normalizeProductMetrics),
    },
    clicks: {
      method: "GET",
      path: "/analytics/clicks",
      scope: "read:affiliate_analytics",
      roles: readers,
      summary: "List clicks",
      query: listQuery(clickStatuses, clickSorts).extend(ours).refine(isRange, rangeError),
      response: listOf(click),
      normalize: (body) => readList(body, "clicks", normalizeClick),
    },
  },
});
