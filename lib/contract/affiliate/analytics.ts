import * as z from "zod";
import {
  currencyCode,
  extension,
  extra,
  isRange,
  isShortRange,
  listOf,
  longRangeError,
  maxRangeDays,
  pagination,
  period,
  rangeDay,
  rangeError,
  recordId,
  timestamp,
} from "../common.ts";
import { defineContract } from "../define.ts";
import { isRecord } from "../errors.ts";
import { present, type Raw, readList, readNested, readString } from "../read.ts";
import { readAs, readRecordAs } from "../read-as.ts";
import { readFigures } from "../report.ts";
import { affiliateStatuses, attributedOrderStatuses } from "./affiliate-words.ts";
import { affiliateMetricSorts, clickSorts, clickStatuses, productMetricSorts } from "./analytics-words.ts";
import { listQuery, money, ofAffiliate, readers } from "./fields.ts";

// The specification shows no period here; the parameters are those of the checkout analytics. Orders and commissions
// count on the day of the order, including later changes. Payments and clicks count on their own day.
const start = "First day (YYYY-MM-DD) in the store’s time zone. The default is 29 days before the last day.";
const end = `Last day (YYYY-MM-DD), inclusive. The default is today. A range has at most ${maxRangeDays} days.`;
const range = {
  start_date: extra(rangeDay, start),
  end_date: extra(rangeDay, end),
};

/** Without a range, all stored clicks are listed. */
const clickRange = {
  start_date: range.start_date.meta({ ...extension, description: "First day (YYYY-MM-DD) in the store’s time zone." }),
  end_date: range.end_date.meta({ ...extension, description: "Last day (YYYY-MM-DD), inclusive." }),
};

const cursor = extra(
  z.string().regex(/^[1-9]\d{0,8}_\d{1,14}_[A-Za-z0-9_-]{1,64}$/, "Must be the next_cursor of a response."),
  "The `next_cursor` of the previous page. The filters must be the same.",
);

// Money is net of refunds, never added up across currencies. Ratios are from 0 to 1, absent if the denominator is zero.
const currencyTotals = z.looseObject({
  currency: z.string().optional(),
  orders: z.number().int().optional().meta(extension),
  refunded: money.optional().meta(extension),
  /** Orders with a refund, divided by all orders. */
  refund_rate: z.number().optional().meta(extension),
  average_order_value: money.optional().meta(extension),
  /** Commissions divided by clicks, with two decimals of a minor unit. */
  epc: money.optional().meta(extension),
  revenue: money.optional(),
  commissions: money.optional(),
  pending_commissions: money.optional(),
  approved_commissions: money.optional(),
  paid_commissions: money.optional(),
  /** The amount owed now, of all time; in the totals only. */
  unpaid_balance: money.optional(),
  /** The amount waiting for review now, of all time; in the totals only. */
  pending_balance: money.optional().meta(extension),
});

const figures = {
  clicks: z.number().int().optional(),
  orders: z.number().int().optional(),
  /** Orders divided by clicks. It may be above 1 if coupons brought more orders than links brought clicks. */
  conversion_rate: z.number().optional(),
  totals: z.array(currencyTotals).optional(),
};

const affiliateSummary = z.looseObject({
  affiliates: z.number().int().optional(),
  active_affiliates: z.number().int().optional(),
  ...figures,
  /** The same number of days, directly before the period. */
  previous: z
    .looseObject({ ...figures, period: period.optional() })
    .optional()
    .meta(extension),
  daily: z
    .array(z.looseObject({ day: z.string(), ...figures }))
    .optional()
    .meta(extension),
  /** Seven lists, Monday first, of 24 hours in the store's time zone, without the clicks of bots. */
  clicks_by_hour: z.array(z.array(z.number().int()).length(24)).length(7).optional().meta(extension),
});

/** One row for each affiliate and currency. Clicks have no currency, so each row has all clicks of the affiliate. */
const affiliateMetrics = z.looseObject({
  affiliate_id: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  status: z.string().optional(),
  clicks: z.number().int().optional(),
  orders: z.number().int().optional(),
  conversion_rate: z.number().optional(),
  revenue: money.optional(),
  commissions: money.optional(),
  epc: money.optional().meta(extension),
  average_order_value: money.optional().meta(extension),
  refund_rate: z.number().optional().meta(extension),
  currency: z.string().optional(),
});

const productMetrics = z.looseObject({
  product_id: z.string(),
  sku: z.string().nullish(),
  name: z.string().optional(),
  quantity: z.number().optional(),
  orders: z.number().int().optional(),
  revenue: money.optional(),
  /** Absent if a status is requested, because commissions are not counted by the status of the order. */
  commissions: money.optional(),
  currency: z.string().optional(),
});

const inCurrency = extra(currencyCode, "Only amounts in this currency, with one row for each affiliate or product.");

const ofLink = extra(recordId, "Only clicks on this tracking link.");

/** `total` is null if a filter matches more than 10,000 clicks; `next_cursor` is null on the last page. */
const clickPagination = pagination.extend({ next_cursor: z.string().nullish().meta(extension) });

/** Contains no IP address: our service stores only a keyed hash of it and never sends it. */
const click = z.looseObject({
  id: z.string(),
  occurred_at: timestamp.optional(),
  affiliate_id: z.string().optional(),
  link_id: z.string().nullish(),
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

/** Accepts totals by currency, as one object, or as flat figures of one currency with plain or `total_` names. */
function normalizeSummary(raw: Raw): AffiliateSummary {
  const flat = Object.keys(currencyTotals.shape).map((name) => [name, name in raw ? name : `total_${name}`]);
  const gathered = readNested(raw, "totals", Object.fromEntries(flat));
  const totals = Array.isArray(raw.totals) ? raw.totals : gathered && [gathered];
  const counted = Object.fromEntries(
    ["affiliates", "clicks", "orders"].map((name) => [name, raw[name] ?? raw[`total_${name}`]]),
  );
  const read = ["total_affiliates", "total_clicks", "total_orders", "period", "start_date", "end_date", ...flat.flat()];
  const rest = Object.fromEntries(Object.entries(raw).filter(([name]) => !read.includes(name)));
  return readRecordAs(affiliateSummary, { ...rest, ...counted, totals });
}

function normalizeAffiliateMetrics(raw: Raw): AffiliateMetrics {
  return readAs(affiliateMetrics, { ...raw, affiliate_id: raw.affiliate_id ?? raw.id });
}

function normalizeProductMetrics(raw: Raw): ProductMetrics {
  return readAs(productMetrics, { ...raw, product_id: raw.product_id ?? raw.id });
}

function normalizeClick(raw: Raw): Click {
  return readAs(click, {
    ...raw,
    id: raw.id ?? raw.click_id,
    occurred_at: raw.occurred_at ?? raw.created_at ?? raw.clicked_at,
  });
}

function readCursor(body: unknown): string | undefined {
  if (!isRecord(body)) return undefined;
  return readString(isRecord(body.pagination) ? (body.pagination.next_cursor ?? body.next_cursor) : body.next_cursor);
}

const reads = { method: "GET", scope: "read:affiliate_analytics", roles: readers } as const;

export const analytics = defineContract({
  analytics: {
    summary: {
      ...reads,
      path: "/analytics/summary",
      summary: "Read the program’s performance",
      query: z
        .object({ ...range, affiliate_id: extra(recordId, "Only figures of this affiliate, without balances.") })
        .refine(isRange, rangeError)
        .refine(isShortRange, longRangeError),
      response: z.looseObject({ data: affiliateSummary, period: period.optional() }),
      normalize: (body) => readFigures(body, "summary", normalizeSummary),
    },
    affiliates: {
      ...reads,
      path: "/analytics/affiliates",
      summary: "List metrics by affiliate",
      query: listQuery(affiliateStatuses, affiliateMetricSorts, ["created_at"])
        .extend({ ...range, currency: inCurrency })
        .refine(isRange, rangeError)
        .refine(isShortRange, longRangeError),
      response: listOf(affiliateMetrics).extend({ period: period.optional().meta(extension) }),
      normalize: (body) => readList(body, "affiliates", normalizeAffiliateMetrics),
    },
    products: {
      ...reads,
      path: "/analytics/products",
      summary: "List metrics by product",
      query: listQuery(attributedOrderStatuses, productMetricSorts, ["created_at"])
        .extend({ ...range, currency: inCurrency })
        .refine(isRange, rangeError)
        .refine(isShortRange, longRangeError),
      response: listOf(productMetrics).extend({ period: period.optional().meta(extension) }),
      normalize: (body) => readList(body, "products", normalizeProductMetrics),
    },
    clicks: {
      ...reads,
      path: "/analytics/clicks",
      summary: "List clicks",
      query: listQuery(clickStatuses, clickSorts)
        .extend({ ...clickRange, affiliate_id: ofAffiliate, link_id: ofLink, cursor })
        .refine(isRange, rangeError)
        .refine(isShortRange, longRangeError),
      response: listOf(click).extend({ pagination: clickPagination }),
      normalize: (body) => present({ ...readList(body, "clicks", normalizeClick), next_cursor: readCursor(body) }),
    },
  },
});
