import { or, type SQL, sql } from "drizzle-orm";
import type { upsellProblems } from "../../contract/checkout/upsell-words.ts";
import { product, upsell } from "../../database/schema/checkout.ts";

// The rules of the offer check, as conditions. A test holds them to what the check says of the same offers.

type Problem = (typeof upsellProblems)[number];

/** Minor units in a major one. */
export const unit = sql`${sql.placeholder("unit")}::numeric`;

const ofProduct = (condition: SQL) => sql`exists (
  select from ${product} p where p.tenant_id = ${upsell}.tenant_id and p.id = ${upsell}.product_id and ${condition})`;

const discounted = sql`case ${upsell}.discount_type
  when 'percentage' then floor(p.price * (100 - ${upsell}.discount_value) / 100 + 0.5)
  when 'fixed_amount' then p.price - round(${upsell}.discount_value * ${unit}) end`;

const problems: Record<Problem, SQL> = {
  withheld: ofProduct(sql`p.status <> 'active'`),
  own_trigger: sql`${upsell}.product_id = any(${upsell}.trigger_products)`,
  no_trigger: sql`${upsell}.trigger_products = '{}'`,
  product_unknown: sql`not ${ofProduct(sql`true`)}`,
  free: ofProduct(sql`${discounted} <= 0`),
  price_unknown: ofProduct(sql`p.price is null`),
  overlap: sql`exists (
    select from ${upsell} o
    where o.tenant_id = ${upsell}.tenant_id and o.product_id = ${upsell}.product_id
      and o.placement = ${upsell}.placement and o.status = 'active' and o.id <> ${upsell}.id
      and (o.trigger_products = '{}' or ${upsell}.trigger_products = '{}'
        or o.trigger_products && ${upsell}.trigger_products))`,
};

const { price_unknown: _, ...stopping } = problems;

export const withProblem: Readonly<Record<string, SQL>> = { ...problems, any: or(...Object.values(stopping)) as SQL };
