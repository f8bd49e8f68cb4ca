import { sql } from "drizzle-orm";
import type { risks as contract } from "../../contract/affiliate/risks.ts";
import type { ResourceHandlers } from "../../contract/define.ts";
import { flagsOfRisks } from "../../database/schema/affiliate-money.ts";
import { addDays, dayIn, startOfDay } from "../../days.ts";
import type { Range } from "../../ranges.ts";
import type { Context } from "../kernel/context.ts";
import { sumsOf } from "../kernel/months.ts";
import { type FoundSign, gravityOf, least, type RiskCounts, signsOf } from "./risk-signs.ts";

type Suspect = Omit<RiskCounts, "days"> & {
  affiliate_id: string;
  first_name: string;
  last_name: string;
  email: string;
  status: string;
  pending: { currency: string; amount: number }[];
  pending_count: number;
};

export const risks: ResourceHandlers<(typeof contract)["risks"], Context> = {
  async list({ query }, context) {
    const { page, per_page, days = "30", sign } = query;
    const end = dayIn(context.timeZone, new Date());
    const period = { start: addDays(end, 1 - Number(days)), end };
    const since = startOfDay(context.timeZone, period.start).toISOString();
    const judge = (suspect: Suspect) => ({ suspect, signs: signsOf({ ...suspect, days: Number(days) }) });
    const suspects = (await readSuspects(context, period, since)).map(judge).filter(({ signs }) => signs.length > 0);
    const clicks = await readLatestClicks(context, since, suspects);
    const found = suspects
      .map(({ suspect }) => judge({ ...suspect, ...clicks.get(suspect.affiliate_id) }))
      .filter(({ signs }) => sign === undefined || signs.some(({ code }) => code === sign))
      .toSorted((a, b) => gravityOf(b.signs) - gravityOf(a.signs) || atStake(b.suspect) - atStake(a.suspect));
    const shown = found.slice((page - 1) * per_page, page * per_page);
    const details = await readDetails(context, since, shown);
    const data = shown.map(({ suspect }) => {
      const { onHold, ...evidence } = details.get(suspect.affiliate_id) as Details;
      return toRecord(judge({ ...suspect, ...evidence }), onHold);
    });
    return { data, pagination: { page, per_page, total: found.length } };
  },
};

/** Amounts in different currencies are not added up. */
const atStake = ({ pending }: Suspect) => Math.max(0, ...pending.map(({ amount }) => amount));

type Judged = { suspect: Suspect; signs: FoundSign[] };
type OnHold = { count: number; until: string | null };

function toRecord({ suspect, signs }: Judged, { count, until }: OnHold) {
  const { affiliate_id, first_name, last_name, email, status, pending, pending_count } = suspect;
  const person = { affiliate_id, first_name, last_name, email, status };
  const held_until = until && new Date(until).toISOString();
  return { ...person, signs, pending, pending_count, held_count: count, held_until };
}

/** Each flag has an index that contains all of these columns, so that no commission is read. */
const flagsSince = (since: string, tenantId: number) =>
  sql.join(
    Object.entries(flagsOfRisks).map(
      ([code, isFlagged]) => sql`
      select affiliate_id, ${code}::text as code, count(*) as count,
        (array_agg(id order by created_at desc, id))[1:5] as ids
      from affiliate.commission
      where tenant_id = ${tenantId} and created_at >= ${since} and ${isFlagged}
      group by affiliate_id`,
    ),
    sql` union all `,
  );

/** Everybody with enough clicks, refunds or flags to be looked at, without deleted affiliates. */
async function readSuspects({ db, tenantId }: Context, period: Range, since: string) {
  const { start, end } = period;
  const sold = ["affiliate_id", "orders", "refunded_orders"];
  const sales = { daily: "affiliate.daily_affiliate", columns: sold, tenantId };
  const clicks = { daily: "affiliate.daily_click", columns: ["affiliate_id", "clicks"], tenantId };
  const { rows } = await db.execute<{ data: Suspect[] }>(sql`
    with click as (
      select affiliate_id, sum(clicks) as clicks from (${sumsOf(clicks, period)}) part group by affiliate_id
    ), busiest as (
      select distinct on (affiliate_id) affiliate_id, day, sum(clicks) as most from affiliate.daily_click
      where tenant_id = ${tenantId} and day between ${start} and ${end}
      group by affiliate_id, day having sum(clicks) >= ${least.clicksOfDay}
      order by affiliate_id, most desc, day desc
    ), sale as (
      select affiliate_id, sum(orders) as orders, sum(refunded_orders) as refunded
      from (${sumsOf(sales, period)}) part group by affiliate_id
    ), flag as (
      ${flagsSince(since, tenantId)}
    ), own as (
      select affiliate_id, json_object_agg(code, json_build_object('count', count, 'ids', ids)) as flagged
      from flag group by affiliate_id
    ), fact as (
      select a.id as affiliate_id, first_name, last_name, email, status, deleted_at, day, most, flagged,
        coalesce(clicks, 0) as clicks, coalesce(orders, 0) as orders, coalesce(refunded, 0) as refunded,
        sum(clicks) over () as all_clicks, sum(orders) over () as all_orders, sum(refunded) over () as all_refunded
      from affiliate.affiliate a
      left join click on click.affiliate_id = a.id
      left join busiest on busiest.affiliate_id = a.id
      left join sale on sale.affiliate_id = a.id
      left join own on own.affiliate_id = a.id
      where a.tenant_id = ${tenantId}
    )
    select coalesce(json_agg(suspect), '[]') as data from (
      select affiliate_id, first_name, last_name, email, status, clicks, orders, refunded,
        case when most is not null then json_build_object('day', day, 'clicks', most) end as busiest,
        coalesce(flagged, '{}') as flagged,
        json_build_object('clicks', coalesce(all_clicks, 0) - clicks, 'orders', coalesce(all_orders, 0) - orders,
          'refunded', coalesce(all_refunded, 0) - refunded) as others,
        (
          select coalesce(json_agg(json_build_object('currency', currency, 'amount', pending) order by pending desc), '[]')
          from affiliate.affiliate_total t
          where t.tenant_id = ${tenantId} and t.affiliate_id = fact.affiliate_id and pending <> 0
        ) as pending,
        (
          select coalesce(sum(count), 0) from affiliate.record_count c
          where c.tenant_id = ${tenantId} and c.affiliate_id = fact.affiliate_id
            and c.kind = 'commission' and c.status = 'pending'
        ) as pending_count
      from fact
      where deleted_at is null and (flagged is not null or most is not null
        or clicks >= ${least.clicks} or refunded >= ${least.refunded})
      order by affiliate_id
    ) suspect`);
  return (rows[0] as { data: Suspect[] }).data;
}

const mostExamined = 500;
const latestClicks = 200;

/** Of those who may have stuffed cookies. Reads single clicks, so not of thousands of affiliates. */
async function readLatestClicks({ db, tenantId }: Context, since: string, suspects: readonly Judged[]) {
  const ids = suspects
    .filter(({ signs }) => signs.some(({ code }) => code === "cookie_stuffing"))
    .slice(0, mostExamined)
    .map(({ suspect }) => suspect.affiliate_id);
  const { rows } = await db.execute<{ id: string } & Required<Pick<RiskCounts, "latest">>>(sql`
    select id, (
      select json_build_object('clicks', count(*),
        'bare', count(*) filter (where landing_page is null or referrer is null))
      from (
        select landing_page, referrer from affiliate.click
        where tenant_id = ${tenantId} and affiliate_id = suspect.id and occurred_at >= ${since} and not is_bot
        order by occurred_at desc limit ${latestClicks}
      ) click
    ) as latest
    from json_array_elements_text(${JSON.stringify(ids)}::json) as suspect (id)`);
  return new Map(rows.map(({ id, latest }) => [id, { latest }]));
}

type Details = Required<Pick<RiskCounts, "coupons" | "refundedOrders">> & { onHold: OnHold };

async function readDetails({ db, tenantId }: Context, since: string, shown: readonly Judged[]) {
  const asked = shown.map(({ suspect }) => ({
    id: suspect.affiliate_id,
    by_coupon: suspect.flagged.coupon_without_click?.ids ?? [],
  }));
  const { rows } = await db.execute<{ id: string } & Details>(sql`
    select id,
      array(
        select distinct flag #>> '{evidence,coupon_code}' from affiliate.commission c, jsonb_array_elements(flags) as flag
        where c.tenant_id = ${tenantId} and c.id = any(by_coupon) and flag ->> 'code' = 'coupon_without_click'
          and flag #> '{evidence,coupon_code}' is not null
      ) as coupons,
      array(
        select o.id from affiliate.order o
        where o.tenant_id = ${tenantId} and o.affiliate_id = suspect.id and o.created_at >= ${since}
          and refunded_amount > 0
        order by o.created_at desc limit 5
      ) as "refundedOrders",
      (
        select json_build_object('count', count(*), 'until', max(eligible_at)) from affiliate.commission c
        where c.tenant_id = ${tenantId} and c.affiliate_id = suspect.id and status = 'pending'
          and clears_at is not null and eligible_at > now()
      ) as "onHold"
    from json_to_recordset(${JSON.stringify(asked)}::json) as suspect (id text, by_coupon text[])`);
  return new Map(rows.map(({ id, ...details }) => [id, details]));
}
