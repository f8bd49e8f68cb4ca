import { and, between, eq, sql } from "drizzle-orm";
import {
  dailyAffiliate,
  dailyClick,
  dailyClickTotal,
  dailyTotal,
  hourlyClick,
  recordCount,
} from "../../database/schema/affiliate-sums.ts";
import { addDays, countDays } from "../../days.ts";
import { daysOf, type Range } from "../../ranges.ts";
import type { Context } from "../kernel/context.ts";
import { countsOf } from "./record-count.ts";

type Sums = Omit<typeof dailyTotal.$inferSelect, "tenantId" | "day" | "currency">;
type Day = { clicks: number; totals: Map<string, Sums> };

/** Reads daily sums only, one row for each day and currency, so the cost does not grow with the history. */
export async function readSummary(context: Context, range: Range) {
  const previous = previousOf(range);
  const [days, standing, affiliates, clicks_by_hour] = await Promise.all([
    readDays(context, { start: previous.start, end: range.end }),
    readStanding(context),
    countAffiliates(context),
    readHours(context, range),
  ]);
  const of = (wanted: Range) => daysOf(wanted).map((day) => [day, days.get(day) ?? nothing()] as const);
  const whole = (wanted: Range) => sumOf(of(wanted).map(([, day]) => day));
  return {
    ...affiliates,
    ...toFigures(whole(range), standing),
    previous: { ...toFigures(whole(previous)), period: previous },
    daily: of(range).map(([day, sums]) => ({ day, ...toFigures(sums) })),
    clicks_by_hour,
  };
}

/** Without the balances and the hours, which are those of the whole program. */
export async function readAffiliateSummary({ db, tenantId }: Context, affiliateId: string, range: Range) {
  const within = (table: typeof dailyClick | typeof dailyAffiliate) =>
    and(eq(table.tenantId, tenantId), eq(table.affiliateId, affiliateId), between(table.day, range.start, range.end));
  const [clicks, totals] = await Promise.all([
    db
      .select({ day: dailyClick.day, clicks: sql`sum(${dailyClick.clicks})`.mapWith(Number) })
      .from(dailyClick)
      .where(within(dailyClick))
      .groupBy(dailyClick.day),
    db.select().from(dailyAffiliate).where(within(dailyAffiliate)),
  ]);
  const days = byDay(
    clicks,
    totals.map(({ affiliateId: _, ...row }) => row),
  );
  const each = daysOf(range).map((day) => [day, days.get(day) ?? nothing()] as const);
  return {
    ...toFigures(sumOf(each.map(([, day]) => day))),
    daily: each.map(([day, sums]) => ({ day, ...toFigures(sums) })),
  };
}

const nothing = (): Day => ({ clicks: 0, totals: new Map() });

async function readDays({ db, tenantId }: Context, { start, end }: Range): Promise<Map<string, Day>> {
  const [clicks, totals] = await Promise.all([
    db
      .select({ day: dailyClickTotal.day, clicks: dailyClickTotal.clicks })
      .from(dailyClickTotal)
      .where(and(eq(dailyClickTotal.tenantId, tenantId), between(dailyClickTotal.day, start, end))),
    db
      .select()
      .from(dailyTotal)
      .where(and(eq(dailyTotal.tenantId, tenantId), between(dailyTotal.day, start, end))),
  ]);
  return byDay(clicks, totals);
}

function byDay(
  clicks: readonly { day: string; clicks: number }[],
  totals: readonly (typeof dailyTotal.$inferSelect)[],
): Map<string, Day> {
  const days = new Map<string, Day>();
  const dayOf = (day: string) => {
    const known = days.get(day) ?? nothing();
    days.set(day, known);
    return known;
  };
  for (const { day, clicks: count } of clicks) dayOf(day).clicks += count;
  for (const { tenantId: _, day, currency, ...sums } of totals) dayOf(day).totals.set(currency, sums);
  return days;
}

type Standing = { owed: number; pending: number };

/** Balances (owed, waiting for review) are of all time and not of the period. */
async function readStanding({ db, tenantId }: Context): Promise<Map<string, Standing>> {
  const rows = await db
    .select({
      currency: dailyTotal.currency,
      owed: sql<number>`sum(${dailyTotal.approved} - ${dailyTotal.clawedBack} - ${dailyTotal.paid})`.mapWith(Number),
      pending: sql<number>`sum(${dailyTotal.pending})`.mapWith(Number),
    })
    .from(dailyTotal)
    .where(eq(dailyTotal.tenantId, tenantId))
    .groupBy(dailyTotal.currency);
  return new Map(rows.map(({ currency, ...standing }) => [currency, standing]));
}

async function readHours({ db, tenantId }: Context, { start, end }: Range): Promise<number[][]> {
  const weekday = sql<number>`extract(isodow from ${hourlyClick.day})::int`;
  const rows = await db
    .select({ weekday, hour: hourlyClick.hour, clicks: sql`sum(${hourlyClick.clicks})`.mapWith(Number) })
    .from(hourlyClick)
    .where(and(eq(hourlyClick.tenantId, tenantId), between(hourlyClick.day, start, end)))
    .groupBy(weekday, hourlyClick.hour);
  const hours = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
  for (const { weekday, hour, clicks } of rows) (hours[weekday - 1] as number[])[hour] = clicks;
  return hours;
}

async function countAffiliates({ db, tenantId }: Context) {
  const active = sql`${recordCount.status} = 'active'`;
  const [row] = await db
    .select({
      affiliates: sql`coalesce(sum(${recordCount.count}), 0)`.mapWith(Number),
      active_affiliates: sql`coalesce(sum(${recordCount.count}) filter (where ${active}), 0)`.mapWith(Number),
    })
    .from(recordCount)
    .where(countsOf("affiliate", { tenantId }));
  return row;
}

function sumOf(days: readonly Day[]): Day {
  const all = nothing();
  for (const { clicks, totals } of days) {
    all.clicks += clicks;
    for (const [currency, sums] of totals) all.totals.set(currency, add(all.totals.get(currency), sums));
  }
  return all;
}

function add(a: Sums | undefined, b: Sums): Sums {
  if (!a) return b;
  const names = Object.keys(b) as (keyof Sums)[];
  return Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as Sums;
}

const none: Standing = { owed: 0, pending: 0 };
const zero: Sums = {
  orders: 0,
  gross: 0,
  refunded: 0,
  refundedOrders: 0,
  pending: 0,
  approved: 0,
  clawedBack: 0,
  paid: 0,
};

/** A currency whose sums are all zero gets no entry, as if nothing had ever been counted in it. */
function toFigures({ clicks, totals }: Day, standing?: Map<string, Standing>) {
  const currencies = [...new Set([...totals.keys(), ...(standing?.keys() ?? [])])].toSorted();
  const rows = currencies
    .map((currency) => ({ currency, sums: totals.get(currency) ?? zero, now: standing?.get(currency) ?? none }))
    .filter(({ sums, now }) => now.owed !== 0 || now.pending !== 0 || Object.values(sums).some(Boolean));
  const orders = rows.reduce((sum, { sums }) => sum + sums.orders, 0);
  return {
    clicks,
    orders,
    ...conversionOf(orders, clicks),
    totals: rows.map(({ currency, sums, now }) => ({
      ...toTotals(currency, sums, clicks),
      ...(standing && { unpaid_balance: now.owed, pending_balance: now.pending }),
    })),
  };
}

function toTotals(currency: string, sums: Sums, clicks: number) {
  const revenue = sums.gross - sums.refunded;
  const approved = sums.approved - sums.clawedBack;
  const commissions = sums.pending + approved;
  return {
    currency,
    orders: sums.orders,
    revenue,
    refunded: sums.refunded,
    commissions,
    pending_commissions: sums.pending,
    approved_commissions: approved,
    paid_commissions: sums.paid,
    ...ratiosOf({ ...sums, revenue, commissions }, clicks),
  };
}

export function previousOf({ start, end }: Range): Range {
  return { start: addDays(start, -countDays(start, end)), end: addDays(start, -1) };
}

// A ratio with a zero denominator is left out.

type Earned = { orders: number; revenue: number; commissions: number; refundedOrders: number };

export function ratiosOf({ orders, revenue, commissions, refundedOrders }: Earned, clicks: number) {
  return {
    ...(orders > 0 && {
      average_order_value: Math.round(revenue / orders),
      refund_rate: refundedOrders / orders,
    }),
    ...(clicks > 0 && { epc: Math.round((commissions * 100) / clicks) / 100 }),
  };
}

export function conversionOf(orders: number, clicks: number) {
  return clicks > 0 ? { conversion_rate: Math.min(1, orders / clicks) } : {};
}
