import { affiliate } from "../contract/affiliate/index.ts";
import { checkout } from "../contract/checkout/index.ts";
import type { Operation } from "../contract/define.ts";

/** The reads that a standby may answer: reports, and lists of what happened. Exports read the same lists. */
const operations: readonly Operation[] = [
  checkout.analytics.metrics,
  checkout.analytics.report,
  checkout.analytics.upsell,
  checkout.experiments.baseline,
  checkout.experiments.breakdown,
  checkout.orders.list,
  checkout.orders.events,
  checkout.sources.deliveries,
  checkout.tickets.list,
  checkout.tickets.summary,
  checkout.webhooks.find,
  checkout.webhooks.logs,
  affiliate.analytics.affiliates,
  affiliate.analytics.clicks,
  affiliate.analytics.products,
  affiliate.analytics.summary,
  affiliate.orders.list,
  affiliate.risks.list,
];

export const standbyReads = new Set(operations);
