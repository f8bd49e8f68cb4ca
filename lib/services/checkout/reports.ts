import { and, between, eq, sql } from "drizzle-orm";
import type { ReportType } from "../../contract/checkout/report-words.ts";
import { dailyTotal } from "../../database/schema/checkout-sales.ts";
import { daysOf, type Range } from "../../ranges.ts";
import type { Context } from "../kernel/context.ts";
import { toMajor } from "../kernel/money.ts";
import { sumsOf } from "../kernel/months.ts";

type Figures = Record<string, unknown>;
type Report = { data: Figures[]; totals: Figures; daily: (Figures & { date: string })[] };
export type DayRow = Partial<typeof dailyTotal.$inferSelect>;

// A row whose sums are all zero is left out: it exists only if a purchase arrived before its cancellation.
export const reports: Record<ReportType, (context: Context, range: Range) => Promise<Report>> = {
  upsell_performance: upsellPerformance,
  bundle_performance: bundlePerformance,
  revenue_attribution: revenueAttribution,
  conversion_funnel: conversionFunnel,
};

async function upsellPerformance(context: Context, range: Range): Promise<Report> {
  const { db, tenantId, currency } = context;
  const columns = ["upsell_id", "shown", "accepted", "declined", "revenue"];
  type Row = { id: string; name: string | null; shown: number; accepted: number; declined: number; revenue: number };
  const [{ rows }, days] = await Promise.all([
    db.execute<Row>(sql`
      select d.*, u.name from (
        select upsell_id as id, sum(shown)::int as shown, sum(accepted)::int as accepted,
          sum(declined)::int as declined, sum(revenue)::bigint as revenue
        from (${sumsOf({ daily: "checkout.daily_upsell", columns, tenantId }, range)}) part group by upsell_id
      ) d left join checkout.upsell u on u.tenant_id = ${tenantId} and u.id = d.id
      where shown <> 0 or accepted <> 0 or declined <> 0 or revenue <> 0
      order by revenue desc, accepted desc, d.id`),
    readDays(context, range),
  ]);
  const figures = offerFigures(currency);
  const ofDay = (day: DayRow) => ({
    shown: day.offersShown ?? 0,
    accepted: day.offersAccepted ?? 0,
    declined: day.offersDeclined ?? 0,
    revenue: (day.upsellRevenue ?? 0) + (day.subscriptionRevenue ?? 0),
  });
  return {
    // A deleted offer keeps its figures under its id.
    data: rows.map(({ id, name, ...sums }) => ({
      upsell_id: id,
      ...(name && { upsell_name: name }),
      ...figures(sums),
    })),
    totals: figures(sumOf(days.map(([, day]) => ofDay(day)))),
    daily: days.map(([date, day]) => ({ date, ...figures(ofDay(day)) })),
  };
}

export const offerFigures =
  (currency: string) =>
  ({ shown = 0, accepted = 0, declined = 0, revenue = 0 }) => ({
    shown,
    accepted,
    declined,
    ...rate("acceptance_rate", accepted, shown),
    revenue: toMajor(Number(revenue), currency),
  });

async function bundlePerformance(context: Context, range: Range): Promise<Report> {
  const { db, tenantId, currency } = context;
  const columns = ["bundle_id", "purchases", "revenue", "savings"];
  type Row = { id: string; name: string; type: string; purchases: number; revenue: number; savings: number };
  const [{ rows }, days] = await Promise.all([
    db.execute<Row>(sql`
      select d.*, b.name, b.type from (
        select bundle_id as id, sum(purchases)::int as purchases, sum(revenue)::bigint as revenue,
          sum(savings)::bigint as savings
        from (${sumsOf({ daily: "checkout.daily_bundle", columns, tenantId }, range)}) part group by bundle_id
      ) d left join checkout.bundle b on b.tenant_id = ${tenantId} and b.id = d.id
      where purchases <> 0
      order by revenue desc, d.id`),
    readDays(context, range),
  ]);
  const figures = ({ purchases = 0, revenue = 0, savings = 0 }) => ({
    purchases,
    revenue: toMajor(Number(revenue), currency),
    savings: toMajor(Number(savings), currency),
  });
  return {
    data: rows.map(({ id, name, type, ...sums }) => ({
      bundle_id: id,
      bundle_name: name,
      bundle_type: type,
      ...figures(sums),
    })),
    totals: figures(sumOf(rows.map(({ purchases, revenue, savings }) => ({ purchases, revenue, savings })))),
    daily: days.map(([date, { bundlePurchases, bundleRevenue, bundleSavings }]) => ({
      date,
      ...figures({ purchases: bundlePurchases, revenue: bundleRevenue, savings: bundleSavings }),
    })),
  };
}

async function revenueAttribution(context: Context, range: Range): Promise<Report> {
  const money = (minor: number) => toMajor(minor, context.currency);
  const days = (await readDays(context, range)).map(([date, day]) => {
    const [upsells, bundles, subscriptions] = [day.upsellRevenue, day.bundleRevenue, day.subscriptionRevenue];
    const total = day.revenue ?? 0;
    const sources = { upsells: upsells ?? 0, bundles: bundles ?? 0, subscriptions: subscriptions ?? 0 };
    return { date, sources: { ...sources, other: total - sumOfValues(sources) }, total };
  });
  const sources = sumOf(days.map((day) => day.sources));
  const total = days.reduce((sum, day) => sum + day.total, 0);
  const service = total - (sources.other ?? 0);
  return {
    data: Object.entries(sources).map(([source, revenue]) => ({
      source,
      revenue: money(revenue),
      ...rate("share", revenue, total, false),
    })),
    totals: { total_revenue: money(total), service_revenue: money(service) },
    daily: days.map((day) => ({
      date: day.date,
      ...Object.fromEntries(Object.entries(day.sources).map(([source, revenue]) => [source, money(revenue)])),
      total: money(day.total),
    })),
  };
}

async function conversionFunnel(context: Context, range: Range): Promise<Report> {
  const days = await readDays(context, range);
  const stepsOf = (day: DayRow) => ({
    visits: day.visits ?? 0,
    offers_shown: day.offersShown ?? 0,
    offers_accepted: day.offersAccepted ?? 0,
    orders_with_upsells: day.ordersWithUpsells ?? 0,
  });
  const sums = sumOf(days.map(([, day]) => stepsOf(day)));
  const orders = days.reduce((sum, [, day]) => sum + (day.orders ?? 0), 0);
  const steps = Object.entries(sums);
  return {
    data: steps.map(([step, count], at) => ({
      step,
      count,
      ...rate("of_first", count, steps[0]?.[1] ?? 0, false),
      ...(at > 0 && rate("of_previous", count, steps[at - 1]?.[1] ?? 0, false)),
    })),
    totals: { ...sums, orders, ...rate("orders_per_visit", orders, sums.visits ?? 0, false) },
    daily: days.map(([date, day]) => ({ date, ...stepsOf(day), orders: day.orders ?? 0 })),
  };
}

export async function readDays({ db, tenantId }: Context, range: Range): Promise<[date: string, day: DayRow][]> {
  const rows = await db
    .select()
    .from(dailyTotal)
    .where(and(eq(dailyTotal.tenantId, tenantId), between(dailyTotal.day, range.start, range.end)));
  const known = new Map(rows.map((row) => [row.day, row]));
  return daysOf(range).map((date) => [date, known.get(date) ?? {}]);
}

function rate(name: string, part: number, whole: number, capped = true): Record<string, number> {
  if (whole <= 0) return {};
  return { [name]: capped ? Math.min(1, part / whole) : part / whole };
}

export function sumOf<K extends string>(rows: readonly Record<K, number>[]): Partial<Record<K, number>> {
  const sums: Partial<Record<K, number>> = {};
  for (const row of rows) {
    for (const [key, value] of Object.entries(row) as [K, number][]) sums[key] = (sums[key] ?? 0) + Number(value);
  }
  return sums;
}

function sumOfValues(record: Record<string, number>): number {
  return Object.values(record).reduce((sum, value) => sum + value, 0);
}
