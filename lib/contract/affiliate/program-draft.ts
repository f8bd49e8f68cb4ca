import * as z from "zod";
import {
  currencyCode,
  externalId,
  hasFields,
  nameText,
  nothingToChange,
  oneOf,
  timestamp,
  wholeFrom,
} from "../common.ts";
import { inSchema } from "../sentences.ts";
import { rateTypes } from "./affiliate-words.ts";
import { amount, isRate, rate } from "./fields.ts";
import { attributingClicks, bothPresent, selfReferralRules } from "./program-words.ts";

// The specification has no rules of an affiliate program, so all of this is our extension. Money is in the currency of
// the store, unless a rule names another one; a fixed rate earns nothing on an order in another currency.

const rateFields = { rate_type: oneOf(rateTypes), rate };
type AnyRate = { rate_type: (typeof rateTypes)[number]; rate: number };
const rateFits = ({ rate_type, rate }: AnyRate) => isRate(rate_type, rate);
const rateError = { path: ["rate"], error: inSchema("between", { least: 0, most: 100 }) };

const someRate = z.strictObject(rateFields).refine(rateFits, rateError);

/** Several rules of one kind, each for another product, category, group or volume. */
const listOfRules = <Item extends z.ZodType>(item: Item, most: number, key: (item: z.output<Item>) => unknown) =>
  z
    .array(item)
    .max(most, inSchema("atMostRules", { count: most }))
    .superRefine((items, { addIssue }) => {
      for (const [index, item] of items.entries()) {
        if (items.findIndex((other) => key(other) === key(item)) === index) continue;
        addIssue({ code: "custom", path: [index], message: inSchema("sameRule") });
      }
    });

const positive = amount.min(1, inSchema("above", { least: 0 }));

export const programRules = z.strictObject({
  hold_days: wholeFrom(0, 365),
  attribution_window_days: wholeFrom(1, 365),
  default_commission_type: oneOf(rateTypes),
  default_commission_rate: rate,
  exclude_tax: z.boolean(),
  exclude_shipping: z.boolean(),
  excluded_products: z
    .array(externalId)
    .max(1000, inSchema("mostThings", { count: 1000, things: "products" }))
    .refine((ids) => new Set(ids).size === ids.length, inSchema("eachOnce", { thing: "product" })),
  /** Whether a coupon code attributes an order. */
  coupons_attribute: z.boolean(),
  /** Whether an affiliate's customer who returns without a click still counts for the affiliate. */
  customers_attribute: z.boolean(),
  /** For how long a customer counts, from the first order for the affiliate. Null means without an end. */
  recurring_months: wholeFrom(1, 120).nullable(),
  self_referrals: oneOf(selfReferralRules),
  attributing_click: oneOf(attributingClicks),
  /** What attributes an order with both a coupon and a click. */
  coupon_or_click: oneOf(bothPresent),
  product_rates: listOfRules(
    z.strictObject({ product_id: externalId, ...rateFields }).refine(rateFits, rateError),
    1000,
    ({ product_id }) => product_id,
  ),
  category_rates: listOfRules(
    z.strictObject({ category: nameText(120), ...rateFields }).refine(rateFits, rateError),
    200,
    ({ category }) => category,
  ),
  new_customer_rate: someRate.nullable(),
  returning_customer_rate: someRate.nullable(),
  /** By the revenue of an affiliate's earlier orders in the month of the order. */
  volume_tiers: listOfRules(
    z.strictObject({ threshold: positive, ...rateFields }).refine(rateFits, rateError),
    20,
    ({ threshold }) => threshold,
  ),
  group_rates: listOfRules(
    z.strictObject({ group: nameText(80), ...rateFields }).refine(rateFits, rateError),
    100,
    ({ group }) => group,
  ),
  first_sale_bonus: positive.nullable(),
  /** Each is paid once, for the order with which the revenue of all the affiliate's orders reaches the amount. */
  volume_bonuses: listOfRules(
    z.strictObject({ threshold: positive, amount: positive }),
    20,
    ({ threshold }) => threshold,
  ),
  most_per_order: positive.nullable(),
  most_per_month: positive.nullable(),
  /** For affiliates who have no minimum of their own. A currency that is in neither rule has no minimum. */
  minimum_payout: amount.nullable(),
  minimum_payouts: listOfRules(
    z.strictObject({ currency: currencyCode, amount: positive }),
    50,
    ({ currency }) => currency,
  ).describe("Minimums in other currencies than the store’s."),
});

export type Program = z.infer<typeof programRules>;

type DefaultRate = {
  default_commission_type?: AnyRate["rate_type"] | undefined;
  default_commission_rate?: number | undefined;
};
const defaultRateFits = (body: DefaultRate) => isRate(body.default_commission_type, body.default_commission_rate);
const defaultRateError = { path: ["default_commission_rate"], error: inSchema("between", { least: 0, most: 100 }) };

/** A rate without its type is checked by the service against the type in force. */
export const programDraft = programRules.partial().refine(defaultRateFits, defaultRateError);

export const programPatch = programRules
  .partial()
  .extend({ effective_at: timestamp.optional() })
  .refine(({ effective_at: _, ...changes }) => hasFields(changes), nothingToChange)
  .refine(defaultRateFits, defaultRateError);
