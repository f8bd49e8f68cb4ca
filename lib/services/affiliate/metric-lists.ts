import { type SQL, sql } from "drizzle-orm";
import { personName } from "../../contract/affiliate/affiliate-words.ts";
import type { analytics } from "../../contract/affiliate/analytics.ts";
import type { Parsed } from "../../contract/define.ts";
import type { Range } from "../../ranges.ts";
import type { Context } from "../kernel/context.ts";
import { sumsOf } from "../kernel/months.ts";
import { refuse } from "../kernel/refuse.ts";
import { conversionOf, ratiosOf } from "./summary.ts";

type Operations = (typeof analytics)["analytics"];
type AffiliatesQuery = Parsed<Operations["affiliates"]>["query"];
type ProductsQuery = Parsed<Operations["products"]>["query"];

type AffiliateSums = {
  affiliate_id: string;
  first_name: string;
  last_name: string;
  email: string;
  status: string;
  currency: string;
  clicks: number;
  orders: number;
  revenue: number;
  commissions: number;
  refunded_orders: number;
};

const moneySums = ["orders", "gross", "refunded", "refunded_orders", "pending", "approved", "clawed_back"];

/** Includes deleted affiliates with figures, so that the rows add up to the summary. */
export async function readAffiliateMetrics(context: Context, query: AffiliatesQuery, range: Range) {
  const { tenantId } = context;
  const { currency = null } = query;
  const clicks = { daily: "affiliate.daily_click", columns: ["affiliate_id", "clicks"], tenantId };
  const money = { daily: "affiliate.daily_affiliate", columns: ["affiliate_id", "currency", ...moneySums], tenantId };
  const rows = sql`
    with click as (
      select affiliate_id, sum(clicks) as clicks from (${sumsOf(clicks, range)}) part group by affiliate_id
    ), money as (
      select affiliate_id, currency, sum(orders) as orders, sum(gross - refunded) as revenue,
        sum(pending + approved - clawed_back) as commissions, sum(refunded_orders) as refunded_orders
      from (${sumsOf(money, range)}) part where true ${only(currency)}
      group by affiliate_id, currency
      having sum(orders) <> 0 or sum(gross) <> 0 or sum(pending) <> 0 or sum(approved) <> 0 or sum(clawed_back) <> 0
    ), row as (
      select a.id as affiliate_id, a.first_name, a.last_name, a.email, a.status, a.created_at,
        coalesce(money.currency, ${currency}, a.currency) as currency, coalesce(click.clicks, 0) as clicks,
        coalesce(orders, 0) as orders, coalesce(revenue, 0) as revenue, coalesce(commissions, 0) as commissions,
        coalesce(refunded_orders, 0) as refunded_orders,
        case when click.clicks > 0 then least(1, coalesce(orders, 0)::float8 / click.clicks) end as conversion_rate
      from affiliate.affiliate a
      left join money on money.affiliate_id = a.id
      left join click on click.affiliate_id = a.id
      where a.tenant_id = ${tenantId} and (a.deleted_at is null or money.currency is not null or click.clicks > 0)
        ${query.status === undefined ? sql`` : sql`and a.status = ${query.status}`}
        ${since(sql`a.created_at`, query.created_after)}
    )`;
  return readRows(context, query, rows, sql`affiliate_id, currency`, (row: AffiliateSums) => ({
    affiliate_id: row.affiliate_id,
    name: personName(row),
    email: row.email,
    status: row.status,
    currency: row.currency,
    clicks: row.clicks,
    orders: row.orders,
    ...conversionOf(row.orders, row.clicks),
    revenue: row.revenue,
    commissions: row.commissions,
    ...ratiosOf({ ...row, refundedOrders: row.refunded_orders }, row.clicks),
  }));
}

type ProductSums = {
  product_id: string;
  sku: string | null;
  name: string;
  currency: string;
  quantity: number;
  orders: number;
  revenue: number;
  commissions: number;
};

/** Commissions are not counted by the status of the order, so a list of one status has none. */
export async function readProductMetrics(context: Context, query: ProductsQuery, { start, end }: Range) {
  const { status, currency = null } = query;
  if (status !== undefined && query.sort === "commissions") {
    refuse([{ field: "sort", message: "Must not be commissions if a status is given." }]);
  }
  const { tenantId } = context;
  const within = sql`tenant_id = ${tenantId} and day between ${start} and ${end}`;
  const rows = sql`
    with sold as (
      select product_id, currency, sum(orders) as orders, sum(quantity) as quantity, sum(revenue) as revenue
      from affiliate.daily_product where ${within} ${only(currency)} ${status === undefined ? sql`` : sql`and status = ${status}`}
      group by product_id, currency
    ), earned as (
      select product_id, currency, sum(commissions) as commissions
      from affiliate.daily_product_commission where ${within} ${only(currency)} ${status === undefined ? sql`` : sql`and false`}
      group by product_id, currency
    ), row as (
      select product_id, p.sku, coalesce(p.name, product_id) as name, p.created_at, currency,
        coalesce(orders, 0) as orders, coalesce(quantity, 0) as quantity, coalesce(revenue, 0) as revenue,
        coalesce(commissions, 0) as commissions
      from sold full join earned using (product_id, currency)
      left join affiliate.product p on p.tenant_id = ${tenantId} and p.id = product_id
      where (orders <> 0 or quantity <> 0 or revenue <> 0 or commissions <> 0) ${since(sql`p.created_at`, query.created_after)}
    )`;
  return readRows(context, query, rows, sql`product_id, currency`, ({ commissions, ...row }: ProductSums) => ({
    product_id: row.product_id,
    sku: row.sku,
    name: row.name,
    currency: row.currency,
    quantity: row.quantity,
    orders: row.orders,
    revenue: row.revenue,
    ...(status === undefined && { commissions }),
  }));
}

const only = (currency: string | null) => (currency === null ? sql`` : sql`and currency = ${currency}`);

const since = (column: SQL, day: string | undefined) =>
  day === undefined ? sql`` : sql`and ${column} >= ${`${day}T00:00:00Z`}::timestamptz`;

type Listing = { page: number; per_page: number; sort?: string | undefined; order?: "asc" | "desc" | undefined };

async function readRows<Row, Item>(
  { db }: Context,
  { page, per_page, sort = "created_at", order = sort === "name" ? "asc" : "desc" }: Listing,
  rows: SQL,
  tie: SQL,
  toItem: (row: Row) => Item,
) {
  // `sort` is a word from the contract's list and never the caller's text.
  const by = sql.raw(sort === "name" ? "lower(name)" : sort);
  const { rows: found } = await db.execute<{ total: number; data: Row[] }>(sql`
    ${rows}
    select (select count(*)::int from row) as total, coalesce(json_agg(page), '[]') as data
    from (
      select * from row order by ${by} ${sql.raw(order)} nulls last, ${tie}
      limit ${per_page} offset ${(page - 1) * per_page}
    ) page`);
  const [{ total, data }] = found as [{ total: number; data: Row[] }];
  return { data: data.map(toItem), pagination: { page, per_page, total } };
}
