import type { analytics as contract } from "../../contract/checkout/analytics.ts";
import { type ReportType, reportTypes } from "../../contract/checkout/report-words.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import type { Context } from "../kernel/context.ts";
import { toMajor } from "../kernel/money.ts";
import { refuse, unknownWord } from "../kernel/refuse.ts";
import { readOfferResults } from "./offer-results.ts";
import { type DayRow, readDays, reports, sumOf } from "./reports.ts";

/** Reads only daily sums, at most one row a day, so the cost does not grow with the history. */
export const analytics: ResourceHandlers<(typeof contract)["analytics"], Context> = {
  async metrics({ query }, context) {
    const { currency } = context;
    const period = { start: query.start_date, end: query.end_date };
    const days = (await readDays(context, period)).map(([date, row]) => ({ date, sums: sumsOf(row) }));
    return {
      data: { ...figuresOf(sumOf(days.map(({ sums }) => sums)), currency), currency },
      period,
      ...(query.group_by && { daily: days.map(({ date, sums }) => ({ date, ...figuresOf(sums, currency) })) }),
    };
  },

  async report({ params, query }, context) {
    refuse(unknownWord("type", params.type, reportTypes));
    const type = params.type as ReportType;
    const period = { start: query.start_date, end: query.end_date };
    return { type, ...(await reports[type](context, period)), period, currency: context.currency };
  },

  async upsell({ params, query }, context) {
    return readOfferResults(context, params.id, { start: query.start_date, end: query.end_date });
  },
};

const sumsOf = (row: DayRow) => ({
  revenue: row.revenue ?? 0,
  service: (row.upsellRevenue ?? 0) + (row.bundleRevenue ?? 0) + (row.subscriptionRevenue ?? 0),
  orders: row.orders ?? 0,
  withUpsells: row.ordersWithUpsells ?? 0,
  shown: row.offersShown ?? 0,
  accepted: row.offersAccepted ?? 0,
});

function figuresOf(sums: Partial<ReturnType<typeof sumsOf>>, currency: string) {
  const { revenue = 0, service = 0, orders = 0, withUpsells = 0, shown = 0, accepted = 0 } = sums;
  return {
    total_revenue: toMajor(revenue, currency),
    service_revenue: toMajor(service, currency),
    average_order_value: orders > 0 ? toMajor(Math.round(revenue / orders), currency) : 0,
    // A shop that reports more acceptances than showings has lost reports of showings, so the rate is capped.
    upsell_acceptance_rate: shown > 0 ? Math.min(1, accepted / shown) : 0,
    orders_with_upsells: withUpsells,
    total_orders: orders,
    offers_shown: shown,
  };
}
