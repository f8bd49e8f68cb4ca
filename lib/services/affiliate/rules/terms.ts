import type { RateRule } from "../../../contract/affiliate/program-words.ts";
import type { Arithmetic, ArithmeticPart } from "../../../database/schema/affiliate-money.ts";
import type { AffiliateRow, OrderRow } from "../sums-of-records.ts";
import type { Rules } from "./versions.ts";

/** A rate, and the rule from which it comes. The currency is that of a fixed rate. */
export type Rate = {
  rule: RateRule;
  rate: number;
  rate_type: "percentage" | "fixed";
  currency: string;
} & Pick<ArithmeticPart, "product_id" | "category" | "group" | "volume" | "threshold">;

/** What an order earns: the rates of certain products and categories, the rate of the rest, and the most in all. */
export type Terms = {
  version?: number | undefined;
  products: ReadonlyMap<string, Rate>;
  categories: ReadonlyMap<string, Rate>;
  rest: Rate;
  caps: readonly { what: "order" | "month"; limit: number }[];
};

type Earner = Pick<AffiliateRow, "commissionType" | "commissionRate" | "ownRate" | "group" | "currency">;

/** What an affiliate and a customer had before an order. Sums are in the currency of the program. */
export type Standing = {
  /** Null if the order does not tell who the customer is. */
  returning: boolean | null;
  /** The affiliate's revenue and commissions in the month of the order. */
  volume: number;
  earned: number;
  /** The affiliate's orders and revenue of all time. */
  orders: number;
  revenue: number;
};

export type ByHand = { type: "percentage" | "fixed"; value: number };

type Facts = {
  order: Pick<OrderRow, "currency">;
  affiliate: Earner;
  rules: Rules;
  standing: Standing;
  /** Entered for this order alone: percent, or minor units of the order's currency. */
  byHand?: ByHand | undefined;
};

const none: ReadonlyMap<string, Rate> = new Map();

/**
 * Which rule wins: a rate entered for the order, then the affiliate's own rate, then the product, the category, the
 * customer, the tier of the month, the group, and the default. Only products and categories can divide an order. The caps
 * hold for every rate but one that was entered for the order.
 */
export function termsFor({ order, affiliate, rules, standing, byHand }: Facts): Terms {
  const { version, currency } = rules;
  const whole = { version, products: none, categories: none };
  if (byHand) {
    const rest = { rule: "manual" as const, rate: byHand.value, rate_type: byHand.type, currency: order.currency };
    return { ...whole, rest, caps: [] };
  }
  const caps = capsOf(order, rules, standing);
  if (affiliate.ownRate) {
    const { commissionType: rate_type, commissionRate: rate, currency } = affiliate;
    return { ...whole, rest: { rule: "own", rate, rate_type, currency }, caps };
  }
  return {
    version,
    ...ratesOf(rules),
    rest: { ...restOf(affiliate, rules, standing), currency },
    caps,
  };
}

function ratesOf({ product_rates, category_rates, currency }: Rules): Pick<Terms, "products" | "categories"> {
  return {
    products: new Map(product_rates.map((row) => [row.product_id, { ...row, rule: "product", currency }])),
    categories: new Map(category_rates.map((row) => [row.category, { ...row, rule: "category", currency }])),
  };
}

function restOf({ group }: Earner, rules: Rules, { returning, volume }: Standing): Omit<Rate, "currency"> {
  const customer = returning === null ? null : returning ? rules.returning_customer_rate : rules.new_customer_rate;
  if (customer) return { ...customer, rule: "customer" };
  const tier = rules.volume_tiers
    .filter(({ threshold }) => threshold <= volume)
    .sort((a, b) => b.threshold - a.threshold)[0];
  if (tier) return { ...tier, rule: "tier", volume };
  const own = rules.group_rates.find((row) => row.group === group);
  if (own) return { ...own, rule: "group" };
  return { rule: "default", rate: rules.default_commission_rate, rate_type: rules.default_commission_type };
}

/** A limit is in the currency of the program, so an order in another currency has none. */
function capsOf(order: Facts["order"], rules: Rules, { earned }: Standing): Terms["caps"] {
  if (order.currency !== rules.currency) return [];
  const { most_per_order: perOrder, most_per_month: perMonth } = rules;
  return [
    ...(perOrder === null ? [] : [{ what: "order" as const, limit: perOrder }]),
    ...(perMonth === null ? [] : [{ what: "month" as const, limit: Math.max(0, perMonth - earned) }]),
  ];
}

/**
 * The terms of an earlier calculation, for computing it again. It has only the rates that it used; the rules of its time
 * have those of products that came into the order later.
 */
export function termsOf(arithmetic: Arithmetic, rules?: Rules): Terms | null {
  const { version, parts, caps = [] } = arithmetic;
  if (!parts) return null;
  const toRate = ({ currency = "", ...part }: NonNullable<Arithmetic["rest"]>): Rate => ({
    ...part,
    rule: part.rule as RateRule,
    currency,
  });
  const rates = parts.map(toRate);
  const named = (name: "product_id" | "category") =>
    new Map(rates.flatMap((rate) => (rate[name] === undefined ? [] : [[rate[name], rate] as const])));
  const used = rates.find(({ product_id, category }) => product_id === undefined && category === undefined);
  const rest = used ?? (arithmetic.rest ? toRate(arithmetic.rest) : usualOf(rules));
  const whole = rest.rule === "own" || rest.rule === "manual";
  return {
    version,
    ...(rules && !whole ? ratesOf(rules) : { products: named("product_id"), categories: named("category") }),
    rest,
    caps,
  };
}

function usualOf(rules: Rules | undefined): Rate {
  if (!rules) return { rule: "default", rate: 0, rate_type: "percentage", currency: "" };
  const { default_commission_rate: rate, default_commission_type: rate_type, currency } = rules;
  return { rule: "default", rate, rate_type, currency };
}
