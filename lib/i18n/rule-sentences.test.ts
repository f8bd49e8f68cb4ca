import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { createFormat } from "../format.ts";
import { catalogueOf } from "./catalogues.ts";
import { type PartialRules, ruleSentences, rulesFor, sentenceGroups } from "./rule-sentences.ts";

const format = createFormat({ locale: "en", currency: "EUR", timeZone: "UTC" });
const t = createTranslator({ locale: "en", messages: await catalogueOf("en"), namespace: "programRules.sentences" });
const sentences = ruleSentences({ t: t as never, format, amount: (value) => format.money(value / 100, "EUR") });
const names = Object.values(sentenceGroups).flat();
const said = (rules: PartialRules, reader = {}) => names.flatMap((name) => sentences(name, rulesFor(rules, reader)));

const rules: PartialRules = {
  default_commission_type: "percentage",
  default_commission_rate: 10,
  exclude_tax: true,
  exclude_shipping: true,
  new_customer_rate: { rate_type: "percentage", rate: 15 },
  volume_tiers: [{ threshold: 100_000, rate_type: "percentage", rate: 12 }],
  group_rates: [
    { group: "VIP", rate_type: "percentage", rate: 20 },
    { group: "Friends", rate_type: "percentage", rate: 5 },
  ],
  hold_days: 30,
  self_referrals: "flag",
};

test("an applicant reads what counts, the rates that may apply, and when commissions can be paid", () => {
  expect(said(rules)).toEqual([
    "Affiliates earn 10% unless another rule applies.",
    "Orders of new customers: 15%.",
    "From €1,000.00 of revenue in the month: 12%.",
    "Tax earns no commission.",
    "Shipping earns no commission.",
    "Commissions are on hold for 30 days.",
  ]);
});

test("an affiliate reads the rate of the own group and of no other one", () => {
  const all = said(rules, { group: "VIP" });
  expect(all).toContain("Group VIP: 20%.");
  expect(all.join()).not.toContain("Friends");
});

test("an affiliate with an own rate reads no rate that it replaces", () => {
  expect(said(rules, { commission_type: "percentage", commission_rate: 25, group: "VIP" })).toEqual([
    "Tax earns no commission.",
    "Shipping earns no commission.",
    "Commissions are on hold for 30 days.",
  ]);
});

test("a rule that the service does not report has no sentence", () => {
  expect(said({})).toEqual([]);
});
