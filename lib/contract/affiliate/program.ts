import * as z from "zod";
import { externalId, hasFields, nothingToChange, oneOf, wholeFrom } from "../common.ts";
import { defineContract } from "../define.ts";
import { readRecord } from "../read.ts";
import { readAs } from "../read-as.ts";
import { rateTypes } from "./affiliate-words.ts";
import { isRate, managers, rate, readers } from "./fields.ts";

// The specification has no rules of an affiliate program, so all of this is our extension.

/** The commission of an affiliate who is the buyer gets a flag, or the order is not attributed. */
const selfReferralRules = ["flag", "refuse"] as const;

const rules = z.strictObject({
  hold_days: wholeFrom(0, 365),
  attribution_window_days: wholeFrom(1, 365),
  default_commission_type: oneOf(rateTypes),
  default_commission_rate: rate,
  exclude_tax: z.boolean(),
  exclude_shipping: z.boolean(),
  excluded_products: z
    .array(externalId)
    .max(1000, "Add at most 1000 products.")
    .refine((ids) => new Set(ids).size === ids.length, "Enter each product only once."),
  /** Whether a coupon code attributes an order, with priority over clicks. */
  coupons_attribute: z.boolean(),
  /** Whether an affiliate's customer who returns without a click still counts for the affiliate. */
  customers_attribute: z.boolean(),
  self_referrals: oneOf(selfReferralRules),
});

const programPatch = rules
  .partial()
  .refine(hasFields, nothingToChange)
  .refine((body) => isRate(body.default_commission_type, body.default_commission_rate), {
    path: ["default_commission_rate"],
    error: "Must be between 0 and 100.",
  });

const programRecord = z.looseObject(rules.partial().shape);

export type Program = z.infer<typeof rules>;

const one = (body: unknown) => readAs(programRecord, readRecord(body, "program"));

export const program = defineContract({
  program: {
    get: {
      extension: true,
      method: "GET",
      path: "/program",
      scope: "read:affiliates",
      roles: readers,
      summary: "Read the rules of the program",
      response: programRecord,
      normalize: one,
    },
    update: {
      extension: true,
      method: "PATCH",
      path: "/program",
      scope: "write:affiliates",
      roles: managers,
      summary: "Change the rules of the program; only the rules that are sent change",
      body: programPatch,
      example: { hold_days: 30 },
      response: programRecord,
      before: "get",
      normalize: one,
    },
  },
});
