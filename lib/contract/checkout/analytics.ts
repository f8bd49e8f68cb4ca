import * as z from "zod";
import { extension, isRange, oneOf, period, rangeError, rangeFields } from "../common.ts";
import { defineContract } from "../define.ts";
import { type Raw, readAs } from "../read.ts";
import { normalizeReport, readFigures } from "../report.ts";

export const reportTypes = [
  "upsell_performance",
  "bundle_performance",
  "revenue_attribution",
  "conversion_funnel",
] as const;

const range = z.object(rangeFields).refine(isRange, rangeError);

export const metrics = z.looseObject({
  total_revenue: z.number().optional(),
  service_revenue: z.number().optional(),
  average_order_value: z.number().optional(),
  /** A ratio, 0 to 1. */
  upsell_acceptance_rate: z.number().optional(),
  orders_with_upsells: z.number().int().optional(),
  total_orders: z.number().int().optional(),
  /** The specification says nothing about currency; without it a sum cannot be read. */
  currency: z.string().optional().meta(extension),
});

export type Metrics = z.infer<typeof metrics>;

export const knownMetricFields = Object.keys(metrics.shape);

export function normalizeMetrics(raw: Raw): Metrics {
  return readAs(metrics, raw);
}

/** The body of a report is not shown: ours is rows for a period, like the metrics. */
export const report = z.looseObject({
  type: z.string().optional(),
  data: z.array(z.looseObject({})),
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
      query: range,
      response: z.looseObject({ data: metrics, period: period.optional() }),
      normalize: (body) => readFigures(body, "metrics", normalizeMetrics),
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
