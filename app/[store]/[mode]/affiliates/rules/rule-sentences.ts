"use client";

import { useTranslations } from "next-intl";
import { useDesk } from "@/lib/api/desk";
import type { Program } from "@/lib/contract/affiliate/program-draft";

type Rate = { rate_type: string; rate: number };
type Rules = Partial<Program>;

/** The order in which rules are read: what is paid, for which orders, and when. */
export const sentenceGroups = {
  rates: [
    ...(["default_commission_rate", "product_rates", "category_rates", "new_customer_rate"] as const),
    ...(["returning_customer_rate", "volume_tiers", "group_rates", "exclude_tax", "exclude_shipping"] as const),
    "excluded_products",
  ],
  limits: ["first_sale_bonus", "volume_bonuses", "most_per_order", "most_per_month"],
  attribution: [
    ...(["attribution_window_days", "attributing_click", "coupons_attribute", "coupon_or_click"] as const),
    ...(["customers_attribute", "self_referrals"] as const),
  ],
  payment: ["hold_days", "minimum_payout"],
} as const satisfies Record<string, readonly (keyof Program)[]>;

const shownProducts = 10;

/** Says each rule in a sentence. A rule that is not set, or not known, has none. */
export function useRuleSentences(currency: string) {
  const t = useTranslations("programRules.sentences");
  const { format, money } = useDesk();
  const amount = (value: number) => money(value, currency);
  const rateOf = ({ rate_type, rate }: Rate, by: "order" | "piece" = "order") =>
    rate_type === "fixed" ? t(by, { amount: amount(rate) }) : format.percent(rate);
  const rated = (name: "new_customer_rate" | "returning_customer_rate", rate: Rate | null | undefined) =>
    rate ? [t(name, { rate: rateOf(rate) })] : [];
  const amounted = (
    name: "first_sale_bonus" | "most_per_order" | "most_per_month" | "minimum_payout",
    value: number | null | undefined,
  ) => (typeof value === "number" ? [t(name, { amount: amount(value) })] : []);

  const sayers: Partial<Record<keyof Program, (rules: Rules) => string[]>> = {
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
  return (name: string, rules: Rules): string[] => sayers[name as keyof Program]?.(rules) ?? [];
}
