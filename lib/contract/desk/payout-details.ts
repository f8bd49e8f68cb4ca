import * as z from "zod";
import { country } from "../affiliate/affiliate-draft.ts";
import { managers } from "../affiliate/fields.ts";
import { confirmation, nameText, oneOf, recordId, text, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { inSchema } from "../sentences.ts";
import { bicFits, countryOfBic, isIban, isRoutingNumber } from "./bank-numbers.ts";
import { accountTypes, addressNames, detailsKinds } from "./payout-words.ts";

/** Numbers are printed in groups, which people copy. */
const number = (max: number) => text(max).transform((value) => value.replace(/[\s.-]/g, "").toUpperCase());

const iban = number(50).refine(isIban, inSchema("iban"));
const bic = number(20).refine(
  (value) => /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(value),
  inSchema("bic"),
);

/** Banks accept at most 70 characters. */
const holder = nameText(70);

/** The countries of a bank account, which are compared wherever one is stored. */
const sameCountry = {
  path: ["bic"],
  when: ({ value }: { value: unknown }) => z.object({ iban, bic }).safeParse(value).success,
  error: ({ input }: { input: unknown }) => {
    const { iban, bic } = input as { iban: string; bic: string };
    return inSchema("bicCountry", { iban: iban.slice(0, 2), bic: countryOfBic(bic) });
  },
};
const isSameCountry = ({ iban, bic }: { iban: string; bic?: string | undefined }) =>
  bic === undefined || bicFits(iban, bic);

export type HolderAddress = { [name in (typeof addressNames)[number]]?: string | undefined };

/** Where an account holder lives, for banks that ask for it. */
const holderAddress = {
  street: nameText(70).optional(),
  postcode: nameText(16).optional(),
  town: nameText(35).optional(),
  country: country.optional(),
};
/** An address has a town and a country, because banks of SEPA read no other. */
const hasIfAny = (name: "town" | "country") => (value: HolderAddress) =>
  value[name] !== undefined || addressNames.every((each) => value[each] === undefined);
const isMissing = (name: "town" | "country") => ({
  path: [name],
  error: inSchema("addressWhole"),
});

export const accountFields = { holder, iban, bic: bic.optional(), ...holderAddress };
type Account = HolderAddress & { iban: string; bic?: string | undefined };

export const checkedAccount = <Schema extends z.ZodType<Account>>(schema: Schema) =>
  schema
    .refine(isSameCountry, sameCountry)
    .refine(hasIfAny("town"), isMissing("town"))
    .refine(hasIfAny("country"), isMissing("country"));

const email = text(254).pipe(z.email(inSchema("email")));

/** How an affiliate wants to be paid. Accounts in the UK are checked for their length only, as the check needs a table. */
export const payoutDetailsDraft = z.discriminatedUnion(
  "kind",
  [
    checkedAccount(z.strictObject({ kind: z.literal("iban"), ...accountFields })),
    z.strictObject({ kind: z.literal("paypal"), paypal_email: email }),
    z
      .strictObject({
        kind: z.literal("wise"),
        holder,
        wise_email: email.optional(),
        wise_recipient: text(64)
          .regex(/^[A-Za-z0-9-]+$/, inSchema("wiseRecipient"))
          .optional(),
      })
      .refine((value) => (value.wise_email === undefined) !== (value.wise_recipient === undefined), {
        path: ["wise_email"],
        error: inSchema("emailOrRecipient"),
      }),
    z.strictObject({
      kind: z.literal("bank_us"),
      holder,
      routing_number: number(20).refine(isRoutingNumber, inSchema("routingNumber")),
      account_number: number(40).refine(
        (value) => /^\d{4,17}$/.test(value),
        inSchema("accountNumberFrom", { from: 4, to: 17 }),
      ),
      account_type: oneOf(accountTypes),
    }),
    z.strictObject({
      kind: z.literal("bank_uk"),
      holder,
      sort_code: number(20).refine((value) => /^\d{6}$/.test(value), inSchema("sortCode")),
      account_number: number(40).refine((value) => /^\d{8}$/.test(value), inSchema("accountNumber", { count: 8 })),
    }),
  ],
  { error: inSchema("oneOf", { words: detailsKinds.join(", ") }) },
);

export type PayoutDetails = z.output<typeof payoutDetailsDraft>;

export const masked = z.object({
  kind: z.enum(detailsKinds),
  /** Enough to recognise the account, such as DE89 •••• 3000. */
  masked: z.string(),
  country: z.string().nullable(),
  changed_at: timestamp,
  changed_by: z.string(),
});

const details = z.object({
  affiliate_id: z.string(),
  /** Money is sent to this account. */
  current: masked.nullable(),
  /** A change that the affiliate has not confirmed yet. */
  pending: masked.nullable(),
});

export type MaskedDetails = z.infer<typeof masked>;
export type AffiliateDetails = z.infer<typeof details>;

const params = z.object({ id: recordId });

export const payoutDetails = defineContract({
  payout_details: {
    get: {
      method: "GET",
      path: "/payout-details/:id",
      params,
      roles: managers,
      summary: "Read how an affiliate is paid, without the account’s number",
      response: details,
    },
    save: {
      method: "PUT",
      path: "/payout-details/:id",
      params,
      roles: managers,
      summary: "Store how an affiliate is paid",
      body: z.strictObject({ details: payoutDetailsDraft }),
      example: { details: { kind: "iban", holder: "Mira Lindqvist", iban: "DE89 3704 0044 0532 0130 00" } },
      response: details,
      before: "get",
      secrets: ["iban", "account_number", "wise_recipient", "wise_email", "paypal_email", "street", "postcode", "town"],
    },
    ask: {
      method: "POST",
      path: "/payout-details/:id/ask",
      params,
      roles: managers,
      summary: "Ask an affiliate by mail to enter payout details, at most once a day",
      response: z.object({ affiliate_id: z.string(), to: z.string() }),
    },
    delete: {
      method: "DELETE",
      path: "/payout-details/:id",
      params,
      roles: managers,
      summary: "Delete the payout details of an affiliate",
      response: confirmation,
      before: "get",
    },
  },
});
