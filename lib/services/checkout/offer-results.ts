import { and, between, eq, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { analytics as contract } from "../../contract/checkout/analytics.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { experiment } from "../../database/schema/checkout.ts";
import { dailyUpsell, dailyUpsellSegment } from "../../database/schema/checkout-sales.ts";
import { daysOf, type Range } from "../../ranges.ts";
import type { Context } from "../kernel/context.ts";
import { toMajor } from "../kernel/money.ts";
import { sumsOf } from "../kernel/months.ts";
import { readChain } from "./chain-results.ts";
import { offerFigures, sumOf } from "./reports.ts";
import { upsells } from "./upsells.ts";

type Results = Awaited<ReturnType<ResourceHandlers<(typeof contract)["analytics"], Context>["upsell"]>>;

/** Reads the rows of one offer, and a sum for each of the others. */
export async function readOfferResults(context: Context, id: string, range: Range): Promise<Results> {
  const offer = await upsells.get({ params: { id } }, context);
  const [days, segments, since, others, experiments, chain] = await Promise.all([
    readDays(context, id, range),
    readSegments(context, id, range),
    readSince(context, id),
    readOthers(context, id, range),
    readExperiments(context, id),
    readChain(context, offer, range),
  ]);
  const { currency } = context;
  const figures = offerFigures(currency);
  const sums = sumOf(days.map(([, day]) => day));
  const money = (minor: number) => toMajor(minor, currency);
  const [whole, ...parts] = segments;
  return {
    upsell_id: id,
    data: figures(sums),
    daily: days.map(([date, day]) => ({ date, ...figures(day) })),
    recorded: {
      since,
      ...figures(whole ?? {}),
      orders: whole?.orders ?? 0,
      discount: money(whole?.discount ?? 0),
    },
    segments: parts.map(({ segment, orders, discount, ...sums }) => {
      const at = segment.indexOf(":");
      return {
        ...{ by: segment.slice(0, at), value: segment.slice(at + 1) },
        ...figures(sums),
        ...{ orders, discount: money(discount) },
      };
    }),
    others: { ...others.counts, ...figures(others.sums) },
    chain,
    experiments,
    period: range,
    currency,
  };
}

type Sums = { shown: number; accepted: number; declined: number; revenue: number };
const none: Sums = { shown: 0, accepted: 0, declined: 0, revenue: 0 };

async function readDays({ db, tenantId }: Context, id: string, range: Range): Promise<[date: string, day: Sums][]> {
  const { day, shown, accepted, declined, revenue } = dailyUpsell;
  const rows = await db
    .select({ day, shown, accepted, declined, revenue })
    .from(dailyUpsell)
    .where(and(eq(dailyUpsell.tenantId, tenantId), eq(dailyUpsell.upsellId, id), between(day, range.start, range.end)));
  const known = new Map(rows.map(({ day, ...sums }) => [day, sums]));
  return daysOf(range).map((date) => [date, known.get(date) ?? none]);
}

type Segment = Sums & { segment: string; orders: number; discount: number };

/** The one with all of them comes first. */
async function readSegments({ db, tenantId }: Context, id: string, range: Range): Promise<Segment[]> {
  const { segment, ...table } = dailyUpsellSegment;
  const sum = (column: PgColumn) => sql`sum(${column})`.mapWith(Number);
  return db
    .select({
      segment,
      shown: sum(table.shown),
      accepted: sum(table.accepted),
      declined: sum(table.declined),
      revenue: sum(table.revenue),
      orders: sum(table.orders),
      discount: sum(table.discount),
    })
    .from(dailyUpsellSegment)
    .where(and(eq(table.tenantId, tenantId), eq(table.upsellId, id), between(table.day, range.start, range.end)))
    .groupBy(segment)
    .orderBy(sql`${segment} <> ''`, sql`sum(${table.shown}) desc`, segment);
}

async function readSince({ db, tenantId }: Context, id: string): Promise<string | null> {
  const [row] = await db
    .select({ since: sql<string | null>`min(${dailyUpsellSegment.day})::text` })
    .from(dailyUpsellSegment)
    .where(and(eq(dailyUpsellSegment.tenantId, tenantId), eq(dailyUpsellSegment.upsellId, id)));
  return row?.since ?? null;
}

async function readOthers({ db, tenantId }: Context, id: string, range: Range) {
  const columns = ["upsell_id", "shown", "accepted", "declined", "revenue"];
  const { rows } = await db.execute<Sums & { offers: number; ahead: number }>(sql`
    with sums as (
      select upsell_id = ${id} as own, sum(shown) as shown, sum(accepted) as accepted, sum(declined) as declined,
        sum(revenue) as revenue
      from (${sumsOf({ daily: "checkout.daily_upsell", columns, tenantId }, range)}) part group by upsell_id
    )
    select count(*)::int as offers, coalesce(sum(shown), 0)::float8 as shown,
      coalesce(sum(accepted), 0)::float8 as accepted, coalesce(sum(declined), 0)::float8 as declined,
      coalesce(sum(revenue), 0)::float8 as revenue,
      (count(*) filter (where revenue > coalesce((select revenue from sums where own), 0)))::int as ahead
    from sums where not own and (shown <> 0 or accepted <> 0 or declined <> 0 or revenue <> 0)`);
  const { offers = 0, ahead = 0, ...sums } = rows[0] ?? {};
  return { counts: { offers, ahead }, sums };
}

/** Those of which a variant changes the offer. */
async function readExperiments({ db, tenantId }: Context, id: string): Promise<Results["experiments"]> {
  const changes = JSON.stringify([{ changes: { offers: [{ upsell_id: id }] } }]);
  const rows = await db
    .select()
    .from(experiment)
    .where(and(eq(experiment.tenantId, tenantId), sql`${experiment.variants} @> ${changes}::jsonb`))
    .orderBy(sql`${experiment.createdAt} desc`, experiment.id)
    .limit(mostExperiments);
  return rows.map(({ id, name, status, winner, startedAt, endedAt }) => ({
    ...{ id, name, status },
    ...(winner !== null && { winner }),
    started_at: startedAt?.toISOString() ?? null,
    ended_at: endedAt?.toISOString() ?? null,
  }));
}

const mostExperiments = 50;
