import type { useTranslations } from "next-intl";
import type { Program } from "../contract/affiliate/program-draft.ts";
import type { Format } from "../format.ts";

type Rate = { rate_type: string; rate: number };
export type PartialRules = Partial<Program>;

/** The order in which rules are read: what is paid, for which orders, and when. */
export const sentenceGroups = {
  rates: [
    "default_commission_rate",
    "product_rates",
    "category_rates",
    "new_customer_rate",
    "returning_customer_rate",
    "volume_tiers",
    "group_rates",
    "exclude_tax",
    "exclude_shipping",
    "excluded_products",
  ] as const,
  limits: ["first_sale_bonus", "volume_bonuses", "most_per_order", "most_per_month"],
  attribution: [
    "attribution_window_days",
    "attributing_click",
    "coupons_attribute",
    "coupon_or_click",
    "customers_attribute",
    "self_referrals",
  ] as const,
  payment: ["hold_days", "minimum_payout", "minimum_payouts"],
} as const satisfies Record<string, readonly (keyof Program)[]>;

const shownProducts = 10;

/** Somebody invited, or an affiliate. Anybody else has neither a rate nor a group. */
export type RuleReader = {
  commission_type?: string | undefined;
  /** An own rate, which wins over the rates of the program. */
  commission_rate?: number | undefined;
  group?: string | null | undefined;
};

/** Without what does not concern the reader: rates of other groups, rates that an own rate replaces, and warnings to the staff. */
export function rulesFor(known: PartialRules, { commission_rate: own, group }: RuleReader): PartialRules {
  const replaced: readonly string[] =
    own === undefined ? [] : sentenceGroups.rates.filter((name) => !name.startsWith("exclude"));
  const isSaid = (name: string) =>
    !replaced.includes(name) && !(name === "self_referrals" && known.self_referrals !== "refuse");
  const rules = Object.fromEntries(Object.entries(known).filter(([name]) => isSaid(name))) as PartialRules;
  return {
    ...rules,
    ...(rules.group_rates && { group_rates: rules.group_rates.filter((row) => row.group === group) }),
  };
}

type Words = {
  t: ReturnType<typeof useTranslations<"programRules.sentences">>;
  format: Pick<Format, "percent" | "row">;
  /** In the currency of the program, unless a rule names another one. */
  amount: (value: number, currency?: string) => string;
};

/** Says each rule in a sentence, to the staff and to affiliates. A rule that is not set, or not known, has none. */
export function ruleSentences({ t, format, amount }: Words) {
  const rateOf = ({ rate_type, rate }: Rate, by: "order" | "piece" = "order") =>
    rate_type === "fixed" ? t(by, { amount: amount(rate) }) : format.percent(rate);
  const rated = (name: "new_customer_rate" | "returning_customer_rate", rate: Rate | null | undefined) =>
    rate ? [t(name, { rate: rateOf(rate) })] : [];
  const amounted = (
    name: "first_sale_bonus" | "most_per_order" | "most_per_month" | "minimum_payout",
    value: number | null | undefined,
  ) => (typeof value === "number" ? [t(name, { amount: amount(value) })] : []);

  const sayers: Partial<Record<keyof Program, (rules: PartialRules) => string[]>> = {
    default_commission_rate: ({ default_commission_rate: rate, default_commission_type: rate_type = "percentage" }) =>
      rate === undefined ? [] : [t("default", { rate: rateOf({ rate_type, rate }) })],
    product_rates: ({ product_rates = [] }) =>
      product_rates.map((row) => t("product", { name: row.product_id, rate: rateOf(row, "piece") })),
    category_rates: ({ category_rates = [] }) =>
      category_rates.map((row) => t("category", { name: row.category, rate: rateOf(row, "piece") })),
    new_customer_rate: ({ new_customer_rate }) => rated("new_customer_rate", new_customer_rate),
    returning_customer_rate: ({ returning_customer_rate }) => rated("returning_customer_rate", returning_customer_rate),
    volume_tiers: ({ volume_tiers = [] }) =>
      volume_tiers
        .toSorted((a, b) => a.threshold - b.threshold)
        .map((row) => t("tier", { threshold: amount(row.threshold), rate: rateOf(row) })),
    group_rates: ({ group_rates = [] }) => group_rates.map((row) => t("group", { name: row.group, rate: rateOf(row) })),
    exclude_tax: ({ exclude_tax }) => [t("tax", { counts: exclude_tax ? "no" : "yes" })],
    exclude_shipping: ({ exclude_shipping }) => [t("shipping", { counts: exclude_shipping ? "no" : "yes" })],
    excluded_products: ({ excluded_products = [] }) => {
      if (excluded_products.length === 0) return [];
      const products = format.row(excluded_products.slice(0, shownProducts));
      return [t("excluded", { products, more: Math.max(0, excluded_products.length - shownProducts) })];
    },
    first_sale_bonus: ({ first_sale_bonus }) => amounted("first_sale_bonus", first_sale_bonus),
    volume_bonuses: ({ volume_bonuses = [] }) =>
      volume_bonuses
        .toSorted((a, b) => a.threshold - b.threshold)
        .map((row) => t("volume_bonus", { threshold: amount(row.threshold), amount: amount(row.amount) })),
    most_per_order: ({ most_per_order }) => amounted("most_per_order", most_per_order),
    most_per_month: ({ most_per_month }) => amounted("most_per_month", most_per_month),
    minimum_payout: ({ minimum_payout }) => amounted("minimum_payout", minimum_payout),
    minimum_payouts: ({ minimum_payout, minimum_payouts = [] }) => [
      ...minimum_payouts.map((row) => t("minimum_payout", { amount: amount(row.amount, row.currency) })),
      ...(minimum_payout || minimum_payouts.length > 0 ? [t("no_minimum")] : []),
    ],
    hold_days: ({ hold_days: count = 0 }) => [t("hold", { count })],
    attribution_window_days: ({ attribution_window_days: count = 0 }) => [t("window", { count })],
    attributing_click: ({ attributing_click: click = "last" }) => [t("click", { click })],
    coupons_attribute: ({ coupons_attribute }) => [t("coupons", { counts: coupons_attribute ? "yes" : "no" })],
    coupon_or_click: ({ coupon_or_click: winner = "coupon" }) => [t("both", { winner })],
    customers_attribute: ({ customers_attribute, recurring_months }) => [
      customers_attribute ? t("customers", { count: recurring_months ?? 0 }) : t("noCustomers"),
    ],
    self_referrals: ({ self_referrals: rule = "flag" }) => [t("self", { rule })],
  };
  return (name: string, rules: PartialRules): string[] =>
    rules[name as keyof Program] === undefined ? [] : (sayers[name as keyof Program]?.(rules) ?? []);
}
