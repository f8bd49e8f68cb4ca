import { or, type SQL, sql } from "drizzle-orm";
import type { upsellProblems } from "../../contract/checkout/upsell-words.ts";
import { product, upsell } from "../../database/schema/checkout.ts";
import { followers } from "./upsell-chains.ts";

// The rules of the offer check, as conditions. A test holds them to what the check says of the same offers.

type Problem = (typeof upsellProblems)[number];

/** Minor units in a major one. */
export const unit = sql`${sql.placeholder("unit")}::numeric`;

/** The products of one store may be read as a whole, and never those of all stores. */
const ownTenant = sql.placeholder("tenantId");

const ofProduct = (condition: SQL) => sql`exists (
  select from ${product} p where p.tenant_id = ${ownTenant} and p.id = ${upsell}.product_id and ${condition})`;

const discounted = sql`case ${upsell}.discount_type
  when 'percentage' then floor(p.price * (100 - ${upsell}.discount_value) / 100 + 0.5)
  when 'fixed_amount' then p.price - round(${upsell}.discount_value * ${unit}) end`;

/** What follows another offer has no triggers and no place of its own. */
const alone = (id: SQL) => sql`${id} not in ${followers(ownTenant)}`;

/** The setting of the store. */
const mostOffers = sql`${sql.placeholder("mostOffers")}::int`;

/**
 * The offers in each cart of each place are counted once for all, because comparing each offer with each would take too
 * long. A cart is named by its trigger product, and '' is any cart. No offer counts in a cart with its own product.
 */
const crowded = sql`
  with entry as materialized (
    select o.id, o.placement, o.product_id, cart, (o.status = 'active' and cart <> o.product_id)::int as counts
    from ${upsell} o
    cross join lateral (select distinct unnest(coalesce(nullif(o.trigger_products, '{}'), '{""}'))) carts (cart)
    where o.tenant_id = ${ownTenant} and ${alone(sql`o.id`)}
  ), crowd as (
    select placement, cart, sum(counts) as size from (
      select placement, cart, counts from entry
      union all select placement, product_id, -counts from entry where cart = ''
    ) part group by placement, cart
  )
  select entry.id from entry
  join crowd here on here.placement = entry.placement and here.cart = entry.cart
  left join crowd every on every.placement = entry.placement and every.cart = '' and entry.cart <> ''
  where here.size + coalesce(every.size, 0) - entry.counts >= ${mostOffers}
  group by entry.id`;

/** Nothing takes the place of the product. */
const isOnly = sql`${upsell}.recommendation = '{}'`;

const least = sql`coalesce((${upsell}.quantity ->> 'least')::int, 1)`;
const isSoldOut = sql`p.variants <> '[]' and not exists (
  select from jsonb_array_elements(p.variants) as variant where coalesce((variant ->> 'stock')::int, ${least}) >= ${least})`;

const problems: Record<Problem, SQL> = {
  withheld: sql`${isOnly} and ${ofProduct(sql`p.status <> 'active'`)}`,
  sold_out: sql`${isOnly} and ${ofProduct(isSoldOut)}`,
  over: sql`(${upsell}.schedule ->> 'ends_at')::timestamptz <= now()`,
  own_trigger: sql`${isOnly} and ${upsell}.product_id = any(${upsell}.trigger_products)`,
  no_trigger: sql`${upsell}.trigger_products = '{}' and ${alone(sql`${upsell}.id`)}`,
  product_unknown: sql`not ${ofProduct(sql`true`)}`,
  free: ofProduct(sql`${discounted} <= 0`),
  price_unknown: sql`not ${ofProduct(sql`p.price is not null`)}`,
  overlap: sql`${alone(sql`${upsell}.id`)} and exists (
    select from ${upsell} o
    where ${alone(sql`o.id`)} and o.tenant_id = ${upsell}.tenant_id and o.product_id = ${upsell}.product_id
      and o.placement = ${upsell}.placement and o.status = 'active' and o.id <> ${upsell}.id
      and (o.trigger_products = '{}' or ${upsell}.trigger_products = '{}'
        or o.trigger_products && ${upsell}.trigger_products))`,
  too_many: sql`${upsell}.id in (${crowded})`,
  next_off: sql`exists (
    select from ${upsell} o where o.tenant_id = ${ownTenant}
      and o.id in (${upsell}.next_accepted, ${upsell}.next_declined) and o.status <> 'active')`,
  discount_out_of_range: sql`case ${upsell}.discount_type
    when 'percentage' then ${upsell}.discount_value not between 1 and 100
    else ${upsell}.discount_value <= 0 or ${upsell}.discount_value > 1000000 end`,
};

export const withProblem: Readonly<Record<string, SQL>> = { ...problems, any: or(...Object.values(problems)) as SQL };
