import * as z from "zod";
import {
  day,
  extension,
  extra,
  isRange,
  isShortRange,
  longRangeError,
  maxRangeDays,
  oneOf,
  period,
  rangeDay,
  rangeError,
  timestamp,
} from "../common.ts";
import { defineContract } from "../define.ts";
import { isRecord } from "../errors.ts";
import { present } from "../read.ts";
import { readAs } from "../read-as.ts";
import { normalizeReport, readFigures } from "../report.ts";
import { reportTypes } from "./report-words.ts";

// The specification does not show whether the dates are required. Ours are: a figure without its period is misread.
export const range = z
  .object({
    start_date: rangeDay.describe("First day (YYYY-MM-DD) in the store’s time zone."),
    end_date: rangeDay.describe(`Last day (YYYY-MM-DD), inclusive. A range has at most ${maxRangeDays} days.`),
  })
  .refine(isRange, rangeError)
  .refine(isShortRange, longRangeError);

/** An order counts on the day it was placed, including all later changes. A cancelled order does not count. */
const figures = {
  /** The value of the orders, with edits and less refunds. */
  total_revenue: z.number().optional(),
  /** Paid for accepted offers, bundles and first subscription charges; a part of total_revenue. */
  service_revenue: z.number().optional(),
  /** total_revenue divided by total_orders, rounded to the currency's decimals; 0 without orders. */
  average_order_value: z.number().optional(),
  /** Offers accepted divided by offers shown, from 0 to 1, each on its own day; 0 if none was shown. */
  upsell_acceptance_rate: z.number().optional(),
  orders_with_upsells: z.number().int().optional(),
  total_orders: z.number().int().optional(),
  /** Distinguishes a rate of 0 from no rate. */
  offers_shown: z.number().int().optional().meta(extension),
};

const metrics = z.looseObject({
  ...figures,
  /** The specification has no currency, but a sum cannot be read without one. */
  currency: z.string().optional().meta(extension),
});

export type Metrics = z.infer<typeof metrics>;
export type MetricsAnswer = ReturnType<typeof normalizeMetrics>;

const metricsDay = z.looseObject({ date: day, ...figures });

const metricsAnswer = z.looseObject({
  data: metrics,
  period: period.optional(),
  /** With `group_by=day`, every day of the period, including days without any event. The days add up to `data`. */
  daily: z.array(metricsDay).optional().meta(extension),
});

function normalizeMetrics(body: unknown) {
  const daily = isRecord(body) && Array.isArray(body.daily) ? body.daily.filter(isRecord) : undefined;
  return present({
    ...readFigures(body, "metrics", (raw) => readAs(metrics, raw)),
    daily: daily?.map((raw) => readAs(metricsDay, raw)),
  });
}

// The specification does not show the body of a report; reports.ts has the fields of ours by type. The steps of
// conversion_funnel count events and not people. A ratio is absent if its denominator is zero.
const report = z.looseObject({
  type: z.string().optional(),
  data: z.array(z.looseObject({})),
  totals: z.looseObject({}).optional(),
  daily: z.array(z.looseObject({ date: day })).optional(),
  period: period.optional(),
  currency: z.string().optional().meta(extension),
});

const count = z.number().int();

const offerFigures = {
  shown: count,
  accepted: count,
  declined: count,
  acceptance_rate: z.number().optional().describe("Left out if the offer was not shown."),
  revenue: z.number().describe("Paid for the offer in orders that count, after its discount."),
};
const soldBy = {
  orders: count.describe("Orders that count and have the offer."),
  discount: z.number().describe("What shoppers of these orders saved by the offer."),
};

const offerResults = z.looseObject({
  upsell_id: z.string(),
  data: z.looseObject(offerFigures),
  daily: z.array(z.looseObject({ date: day, ...offerFigures })).describe("Every day of the period."),
  recorded: z
    .looseObject({
      since: day.nullable().describe("The first day of which this is known; null if there is none yet."),
      ...offerFigures,
      ...soldBy,
    })
    .describe("The part of the period of which discounts and segments are known."),
  segments: z
    .array(z.looseObject({ by: z.string(), value: z.string(), ...offerFigures, ...soldBy }))
    .describe(
      "By placement, device, visitors (new or returning) and trigger_product, as far as the shop told. An empty trigger_product is none.",
    ),
  others: z
    .looseObject({
      offers: count,
      ahead: count.describe("Those that brought in more."),
      ...offerFigures,
    })
    .describe("All other offers that were shown or sold in the period, together."),
  chain: z
    .array(
      z.looseObject({
        step: count.describe("2 for the offers that follow this one, and 3 for those that follow them."),
        upsell_id: z.string(),
        name: z.string(),
        after: z.string().describe("The offer before it."),
        answer: z.string().describe("The answer to that one: accepted or declined."),
        ...offerFigures,
      }),
    )
    .describe("The offers that follow this one, step by step. One that follows several offers counts for all of them."),
  experiments: z
    .array(
      z.looseObject({
        id: z.string(),
        name: z.string(),
        status: z.string(),
        winner: z.string().optional(),
        started_at: timestamp.nullable(),
        ended_at: timestamp.nullable(),
      }),
    )
    .describe("Those of which a variant changes the offer, newest first."),
  period,
  currency: z.string(),
});

export type OfferResults = z.infer<typeof offerResults>;

const reads = { method: "GET", scope: "read:analytics", roles: ["owner", "merchant", "analyst"] } as const;

export const analytics = defineContract({
  analytics: {
    metrics: {
      ...reads,
      path: "/analytics/metrics",
      summary: "Read the metrics of a period",
      query: range.safeExtend({
        group_by: extra(oneOf(["day"]), "`day` adds the same figures for each day, in `daily`."),
      }),
      response: metricsAnswer,
      normalize: normalizeMetrics,
    },
    report: {
      ...reads,
      path: "/analytics/reports/:type",
      summary: "Read a report for a period",
      params: z.object({ type: oneOf(reportTypes) }),
      query: range,
      response: report,
      normalize: normalizeReport,
    },
    upsell: {
      ...reads,
      path: "/analytics/upsells/:id",
      summary: "Read the results of an upsell offer for a period",
      query: range,
      response: offerResults,
      ...extension,
    },
  },
});
