import * as z from "zod";
import {
  day,
  extension,
  isRange,
  isShortRange,
  longRangeError,
  maxRangeDays,
  oneOf,
  period,
  rangeDay,
  rangeError,
} from "../common.ts";
import { defineContract } from "../define.ts";
import { isRecord } from "../errors.ts";
import { present } from "../read.ts";
import { readAs } from "../read-as.ts";
import { normalizeReport, readFigures } from "../report.ts";
import { reportTypes } from "./report-words.ts";

/**
 * Whether the dates are required is not shown: ours are, because a figure without its period is easily misread. Both
 * days are included, and are days of the store's time zone.
 */
const range = z
  .object({
    start_date: rangeDay.describe("First day, YYYY-MM-DD, in the store’s time zone."),
    end_date: rangeDay.describe(`Last day, YYYY-MM-DD, included; a range has at most ${maxRangeDays} days.`),
  })
  .refine(isRange, rangeError)
  .refine(isShortRange, longRangeError);

/** An order counts on the day it was placed, with all that became of it since; a cancelled one counts nowhere. */
const figures = {
  /** What orders came to, with edits, less refunds. */
  total_revenue: z.number().optional(),
  /** What was paid for accepted offers, bundles and first subscription charges; a part of total_revenue. */
  service_revenue: z.number().optional(),
  /** total_revenue by total_orders, rounded as the currency is; 0 without orders. */
  average_order_value: z.number().optional(),
  /** Offers accepted by offers shown, 0 to 1, by the days it happened on; 0 where none was shown. */
  upsell_acceptance_rate: z.number().optional(),
  /** Orders with at least one accepted offer. */
  orders_with_upsells: z.number().int().optional(),
  total_orders: z.number().int().optional(),
  /** Tells a rate of 0 apart from no rate at all. */
  offers_shown: z.number().int().optional().meta(extension),
};

const metrics = z.looseObject({
  ...figures,
  /** The specification says nothing about currency; without it a sum cannot be read. */
  currency: z.string().optional().meta(extension),
});

export type Metrics = z.infer<typeof metrics>;
export type MetricsAnswer = ReturnType<typeof normalizeMetrics>;

const metricsDay = z.looseObject({ date: day, ...figures });

const metricsAnswer = z.looseObject({
  data: metrics,
  period: period.optional(),
  /** With `group_by=day` each day of the period, also those on which nothing happened; they add up to `data`. */
  daily: z.array(metricsDay).optional().meta(extension),
});

function normalizeMetrics(body: unknown) {
  const daily = isRecord(body) && Array.isArray(body.daily) ? body.daily.filter(isRecord) : undefined;
  return present({
    ...readFigures(body, "metrics", (raw) => readAs(metrics, raw)),
    daily: daily?.map((raw) => readAs(metricsDay, raw)),
  });
}

/**
 * The body of a report is not shown. Ours has rows in `data`, their sums in `totals`, and for each day of the period,
 * also for one on which nothing happened, a row in `daily`:
 * - upsell_performance: a row for each offer: shown, accepted, declined, acceptance_rate, revenue;
 * - bundle_performance: a row for each bundle: purchases, revenue, savings;
 * - revenue_attribution: a row for each source (upsells, bundles, subscriptions, other) with its revenue and share;
 * - conversion_funnel: a row for each step (visits, offers_shown, offers_accepted, orders_with_upsells) with its count,
 *   and as ratios of the first step and of the one before; each event counts, so a step is no count of people.
 * Ratios are left out where there is nothing to divide by.
 */
const report = z.looseObject({
  type: z.string().optional(),
  data: z.array(z.looseObject({})),
  totals: z.looseObject({}).optional(),
  daily: z.array(z.looseObject({ date: day })).optional(),
  period: period.optional(),
  currency: z.string().optional().meta(extension),
});

export const analytics = defineContract({
  analytics: {
    metrics: {
      method: "GET",
      path: "/analytics/metrics",
      scope: "read:analytics",
      roles: ["owner", "merchant", "analyst"],
      summary: "Read the metrics of a period",
      query: range.safeExtend({
        group_by: oneOf(["day"])
          .optional()
          .meta({ ...extension, description: "`day`: the same figures for each day besides, in `daily`." }),
      }),
      response: metricsAnswer,
      normalize: normalizeMetrics,
    },
    report: {
      method: "GET",
      path: "/analytics/reports/:type",
      scope: "read:analytics",
      roles: ["owner", "merchant", "analyst"],
      summary: "Read a report for a period",
      params: z.object({ type: oneOf(reportTypes) }),
      query: range,
      response: report,
      normalize: normalizeReport,
    },
  },
});
