import * as z from "zod";
import {
  currencyCode,
  extension,
  hasFields,
  longText,
  nameText,
  nothingToChange,
  oneOf,
  slug,
  text,
  webUrl,
} from "../common.ts";
import { inSchema } from "../sentences.ts";
import { affiliateStatuses, rateTypes } from "./affiliate-words.ts";
import { amount, isRate, rate } from "./fields.ts";

const email = text(254).regex(z.regexes.email, inSchema("email"));
const code = text(64).regex(/^[A-Za-z0-9_-]+$/, inSchema("code"));
export const country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, inSchema("country", { example: "DE" }));
const metadata = z
  .record(text(40), z.union([z.string().max(500), z.number(), z.boolean(), z.null()]))
  .refine((entries) => Object.keys(entries).length <= 50, inSchema("mostThings", { count: 50, things: "entries" }));

/** Null removes a value. */
export const affiliateFields = z.strictObject({
  email,
  first_name: nameText(80),
  last_name: nameText(80),
  company_name: nameText(120).nullish(),
  /** Our service uses `pending` by default, so that nobody earns unnoticed. */
  status: oneOf(affiliateStatuses).optional(),
  referral_code: code.optional(),
  coupon_codes: z
    .array(text(64))
    .max(50, inSchema("mostThings", { count: "50 coupon", things: "codes" }))
    .optional(),
  group: nameText(80).nullish(),
  commission_type: oneOf(rateTypes).optional(),
  commission_rate: rate.optional(),
  /** If false, the rules of the program decide the affiliate's rate. */
  own_rate: z.boolean().optional().meta(extension),
  currency: currencyCode.optional(),
  country: country.nullish(),
  website: webUrl.nullish(),
  payout_method: slug.nullish(),
  payout_email: email.nullish(),
  minimum_payout: amount.nullish(),
  notes: longText(5000).nullish(),
  metadata: metadata.optional(),
});

type Rate = { commission_type?: string | undefined; commission_rate?: number | undefined };
const rateFits = (body: Rate) => isRate(body.commission_type, body.commission_rate);
const rateError = { path: ["commission_rate"], error: inSchema("between", { least: 0, most: 100 }) };

export const affiliateDraft = affiliateFields.refine(rateFits, rateError);
/** If a rate is sent without its type, the service checks it against the stored type. */
export const affiliatePatch = affiliateFields.partial().refine(hasFields, nothingToChange).refine(rateFits, rateError);
