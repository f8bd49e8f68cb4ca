import { and, between, eq, type SQL, sql } from "drizzle-orm";
import type { ReportType } from "../../contract/checkout/report-words.ts";
import { dailyTotal } from "../../database/schema/checkout-sales.ts";
import { addDays } from "../../days.ts";
import { daysOf, type Range } from "../../ranges.ts";
import type { Context } from "../kernel/context.ts";
import { toMajor } from "../kernel/money.ts";

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

const offerSums = {
  upsell: ["shown", "accepted", "declined", "revenue"],
  bundle: ["purchases", "revenue", "savings"],
} as const;

async function upsellPerformance(context: Context, range: Range): Promise<Report> {
  const { db, tenantId, currency } = context;
  type Row = { id: string; name: string | null; shown: number; accepted: number; declined: number; revenue: number };
  const [{ rows }, days] = await Promise.all([
    db.execute<Row>(sql`
      select d.upsell_id as id, u.name, sum(d.shown)::int as shown, sum(d.accepted)::int as accepted,
        sum(d.declined)::int as declined, sum(d.revenue)::bigint as revenue
      from (${sumsOf("upsell", tenantId, range)}) d
        left join checkout.upsell u on u.tenant_id = d.tenant_id and u.id = d.upsell_id
      group by d.upsell_id, u.name
      having sum(d.shown) <> 0 or sum(d.accepted) <> 0 or sum(d.declined) <> 0 or sum(d.revenue) <> 0
      order by sum(d.revenue) desc, sum(d.accepted) desc, d.upsell_id`),
    readDays(context, range),
  ]);
  const figures = ({ shown = 0, accepted = 0, declined = 0, revenue = 0 }) => ({
    shown,
    accepted,
    declined,
    ...rate("acceptance_rate", accepted, shown),
    revenue: toMajor(Number(revenue), currency),
  });
  const ofDay = (day: DayRow) => ({
    shown: day.offersShown ?? 0,
    accepted: day.offersAccepted ?? 0,
    declined: day.offersDeclined ?? 0,
    revenue: day.upsellRevenue ?? 0,
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

async function bundlePerformance(context: Context, range: Range): Promise<Report> {
  const { db, tenantId, currency } = context;
  type Row = { id: string; name: string; type: string; purchases: number; revenue: number; savings: number };
  const [{ rows }, days] = await Promise.all([
    db.execute<Row>(sql`
      select d.bundle_id as id, b.name, b.type, sum(d.purchases)::int as purchases, sum(d.revenue)::bigint as revenue,
        sum(d.savings)::bigint as savings
      from (${sumsOf("bundle", tenantId, range)}) d
        left join checkout.bundle b on b.tenant_id = d.tenant_id and b.id = d.bundle_id
      group by d.bundle_id, b.name, b.type
      having sum(d.purchases) <> 0
      order by sum(d.revenue) desc, d.bundle_id`),
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

/** Whole months come from the monthly sums, the rest at both ends of the range from the daily sums. */
function sumsOf(kind: "upsell" | "bundle", tenantId: number, { start, end }: Range): SQL {
  const columns = sql.raw(`tenant_id, ${kind}_id, ${offerSums[kind].join(", ")}`);
  const rows = (every: "daily" | "monthly", name: "day" | "month", from: string, to: string) =>
    sql`select ${columns} from ${sql.raw(`checkout.${every}_${kind}`)}
      where tenant_id = ${tenantId} and ${sql.raw(name)} between ${from} and ${to}`;
  const first = start.endsWith("-01") ? start : monthOf(start, 1);
  const next = monthOf(addDays(end, 1), 0);
  if (first >= next) return rows("daily", "day", start, end);
  return sql.join(
    [
      rows("monthly", "month", first, addDays(next, -1)),
      rows("daily", "day", start, addDays(first, -1)),
      rows("daily", "day", next, end),
    ],
    sql` union all `,
  );
}

function monthOf(day: string, later: number): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + later, 1)).toISOString().slice(0, 10);
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
