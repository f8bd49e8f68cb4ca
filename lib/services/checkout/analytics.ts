import { and, between, eq } from "drizzle-orm";
import type { analytics as contract } from "../../contract/checkout/analytics.ts";
import { type ReportType, reportTypes } from "../../contract/checkout/report-words.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { dailyTotal } from "../../database/schema/checkout-sales.ts";
import type { Context } from "../kernel/context.ts";
import { toMajor } from "../kernel/money.ts";
import { refuse, unknownWord } from "../kernel/refuse.ts";
import { type Range, reports } from "./reports.ts";

/** All of it from the daily sums, at most one row a day: what a question costs does not grow with history. */
export const analytics: ResourceHandlers<(typeof contract)["analytics"], Context> = {
  async metrics({ query }, context) {
    const sums = await readTotals(context, { start: query.start_date, end: query.end_date });
    const money = (minor: number) => toMajor(minor, context.currency);
    return {
      data: {
        total_revenue: money(sums.revenue),
        service_revenue: money(sums.service),
        ...(sums.orders > 0 && { average_order_value: money(Math.round(sums.revenue / sums.orders)) }),
        // A shop that tells of more acceptances than showings has lost some of the latter.
        ...(sums.shown > 0 && { upsell_acceptance_rate: Math.min(1, sums.accepted / sums.shown) }),
        orders_with_upsells: sums.withUpsells,
        total_orders: sums.orders,
        currency: context.currency,
      },
      period: { start: query.start_date, end: query.end_date },
    };
  },

  async report({ params, query }, context) {
    refuse(unknownWord("type", params.type, reportTypes));
    const type = params.type as ReportType;
    const period = { start: query.start_date, end: query.end_date };
    return { type, ...(await reports[type](context, period)), period, currency: context.currency };
  },
};

async function readTotals({ db, tenantId }: Context, { start, end }: Range) {
  const rows = await db
    .select()
    .from(dailyTotal)
    .where(and(eq(dailyTotal.tenantId, tenantId), between(dailyTotal.day, start, end)));
  const sums = { revenue: 0, service: 0, orders: 0, withUpsells: 0, shown: 0, accepted: 0 };
  for (const row of rows) {
    sums.revenue += row.revenue;
    sums.service += row.upsellRevenue + row.bundleRevenue + row.subscriptionRevenue;
    sums.orders += row.orders;
    sums.withUpsells += row.ordersWithUpsells;
    sums.shown += row.offersShown;
    sums.accepted += row.offersAccepted;
  }
  return sums;
}
