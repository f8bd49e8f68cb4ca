import { type SQL, sql } from "drizzle-orm";
import type { ExperimentDesign } from "../../contract/checkout/experiment-draft.ts";
import { controlIn } from "../../contract/checkout/experiment-words.ts";
import type { Database } from "../../database/client.ts";
import type { FrozenPlan, StoredVariant } from "../../database/schema/checkout.ts";
import { planSize } from "../../experiment-sample-size.ts";

const days = 28;
/** With fewer visitors, nothing is said about them. */
const leastVisitors = 100;
/** Only from this many visitors with an order can a percentile of their revenue be told. */
const leastBuyers = 100;
/** What a single visitor spends counts at most as much as this share of the visitors who order do not exceed. */
const capPercentile = 0.99;

/** By a hash of their ids, visitors are in this many parts of equal size. The index of visits begins with the part. */
const allParts = 1024;
/** With more visits or showings, only some parts are read. The error of a rate of 5 % is then 0.07 points. */
const mostEvents = 100_000;

/** Amounts are in minor units. */
export type Baseline = Awaited<ReturnType<typeof readBaseline>>;

/**
 * Of visitors whose visits the shop reports, whichever confirmed orders they placed in the same weeks. With offers, only of
 * those who were shown one of them, because nobody else can meet a change of these offers.
 */
export async function readBaseline(db: Pick<Database, "execute">, tenantId: number, offers: readonly string[] = []) {
  const shown =
    offers.length === 0 ? undefined : sql`(select json_array_elements_text(${JSON.stringify(offers)}::json))`;
  const parts = await partsToRead(db, tenantId, shown);
  const reached = shown ? sql`type = 'offer.shown' and data ->> 'upsell_id' in ${shown}` : sql`type = 'visit'`;
  const since = sql`now() - make_interval(days => ${days})`;
  const { rows } = await db.execute<Record<string, number | null>>(sql`
    with seen as (
      select data ->> 'visitor_id' as id, occurred_at as visit, null::boolean as ordered, null::int8 as revenue, false as accepted
      from checkout.storefront_event
      where tenant_id = ${tenantId} and ${reached} and hashtext(data ->> 'visitor_id') & 1023 < ${parts}
        and occurred_at > ${since} and occurred_at <= now()
      union all
      select visitor_id, null, not cancelled and day is not null, total + edited - refunded, accepted_at > ${since}
      from checkout.order
      where tenant_id = ${tenantId} and hashtext(visitor_id) & 1023 < ${parts} and confirmed
        and (placed_at > ${since} or (placed_at is null and accepted_at > ${since}))
    ), known as (
      select min(visit) as since, count(*) filter (where ordered)::float8 as orders,
        coalesce(sum(revenue) filter (where ordered), 0)::float8 as revenue, coalesce(bool_or(accepted), false) as accepted
      from seen group by id having min(visit) is not null
    ), capped as (
      select case when count(*) >= ${leastBuyers} then percentile_disc(${capPercentile}) within group (order by revenue) end as cap
      from known where orders > 0
    ), valued as (
      select known.since, orders, accepted, least(revenue, cap) as revenue, cap from known cross join capped
    )
    select count(*)::int as visitors, extract(epoch from now() - min(since))::float8 / 86400 as span, max(cap)::float8 as cap,
      avg((orders > 0)::int)::float8 as conversion, avg(accepted::int)::float8 as acceptance,
      avg(revenue) as revenue, stddev_samp(revenue) as deviation, avg(orders) as orders,
      var_samp(orders) as orders_variance, covar_samp(revenue, orders) as together
    from valued`);
  const found = rows[0] as Record<string, number | null>;
  const read = found.visitors ?? 0;
  const sampled = parts / allParts;
  const visitors = Math.round(read / sampled);
  const known = (value: number | null | undefined) => (read < leastVisitors ? null : (value ?? null));
  const { revenue, orders, deviation, orders_variance: spread, together } = found;
  const average = revenue && orders ? revenue / orders : null;
  const residual = (deviation ?? 0) ** 2 - 2 * (average ?? 0) * (together ?? 0) + (average ?? 0) ** 2 * (spread ?? 0);
  return {
    days,
    visitors,
    ...(sampled < 1 && { sampled }),
    visitors_per_day: known(visitors / Math.min(days, Math.max(1, found.span ?? days))),
    conversion: known(found.conversion),
    acceptance: known(found.acceptance),
    revenue_per_visitor: known(revenue),
    revenue_deviation: known(deviation),
    average_order: known(average),
    average_order_deviation: known(average === null || !orders ? null : Math.sqrt(Math.max(0, residual)) / orders),
    cap: known(found.cap),
  };
}

async function partsToRead(db: Pick<Database, "execute">, tenantId: number, shown?: SQL): Promise<number> {
  const since = sql`tenant_id = ${tenantId} and day >= current_date - ${days}::int`;
  const { rows } = await db.execute<{ events: number }>(
    shown
      ? sql`select coalesce(sum(shown), 0)::int8 as events from checkout.daily_upsell where ${since} and upsell_id in ${shown}`
      : sql`select coalesce(sum(visits), 0)::int8 as events from checkout.daily_total where ${since}`,
  );
  return Math.min(allParts, Math.ceil((allParts * mostEvents) / (rows[0]?.events || 1)));
}

/** What a plan is based on from its start. */
export function freeze(plan: ExperimentDesign, variants: readonly StoredVariant[], known: Baseline) {
  const control = controlIn(variants);
  const { perArm, stretch } = planSize(
    {
      ...plan,
      weights: variants.map(({ weight }) => weight),
      control: variants.findIndex(({ name }) => name === control?.name),
    },
    known,
  );
  const perDay = known.visitors_per_day;
  const pace = (perDay ?? 0) * plan.traffic;
  return {
    base: known[plan.metric],
    deviation: deviationOf(plan, known),
    visitors_per_day: perDay,
    visitors_needed: perArm,
    days_needed: perArm !== null && pace > 0 ? Math.ceil((perArm * stretch) / pace) : null,
    cap: known.cap,
  } satisfies Omit<FrozenPlan, "slots">;
}

function deviationOf({ metric }: ExperimentDesign, known: Baseline): number | null {
  if (metric === "revenue_per_visitor") return known.revenue_deviation;
  if (metric === "average_order") return known.average_order_deviation;
  const rate = known[metric];
  return rate === null ? null : Math.sqrt(rate * (1 - rate));
}
