import * as z from "zod";
import { day, extension, period } from "../common.ts";
import { bundleTypes } from "./bundle-words.ts";
import type { ReportType } from "./report-words.ts";

// These schemas serve the OpenAPI document only. The dashboard reads the reports of any API tolerantly instead.

const count = z.number().int();
const amount = z.number();
const ratio = z.number().optional().describe("Left out if the divisor is zero.");

type Shape = z.core.$ZodLooseShape;
const report = <T extends ReportType>(type: T, row: Shape, totals: Shape, daily: Shape) =>
  z.looseObject({
    type: z.literal(type),
    data: z.array(z.looseObject(row)),
    totals: z.looseObject(totals),
    daily: z.array(z.looseObject({ date: day, ...daily })),
    period,
    currency: z.string().meta(extension),
  });

const offer = { shown: count, accepted: count, declined: count, acceptance_rate: ratio, revenue: amount };
const bundle = { purchases: count, revenue: amount, savings: amount };
const steps = { visits: count, offers_shown: count, offers_accepted: count, orders_with_upsells: count };
const sources = { upsells: amount, bundles: amount, subscriptions: amount, other: amount };
const word = (words: object) => z.enum(Object.keys(words) as [string, ...string[]]);

export const anyReport = z.discriminatedUnion("type", [
  report(
    "upsell_performance",
    {
      upsell_id: z.string(),
      upsell_name: z.string().optional().describe("Left out if the offer was deleted."),
      ...offer,
    },
    offer,
    offer,
  ),
  report(
    "bundle_performance",
    { bundle_id: z.string(), bundle_name: z.string(), bundle_type: z.enum(bundleTypes), ...bundle },
    bundle,
    bundle,
  ),
  report(
    "revenue_attribution",
    { source: word(sources), revenue: amount, share: ratio },
    { total_revenue: amount, service_revenue: amount },
    { ...sources, total: amount },
  ),
  report(
    "conversion_funnel",
    { step: word(steps), count, of_first: ratio, of_previous: ratio },
    { ...steps, orders: count, orders_per_visit: ratio },
    { ...steps, orders: count },
  ),
]);
