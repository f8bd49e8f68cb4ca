import * as z from "zod";
import { country } from "../affiliate/affiliate-draft.ts";
import { confirmation, longText, nameText, oneOf, personName, text, timestamp, webUrl } from "../common.ts";
import { defineContract } from "../define.ts";
import { passkey } from "../desk/account.ts";
import { newsKinds } from "../desk/mail-words.ts";
import { masked, payoutDetailsDraft } from "../desk/payout-details.ts";
import { byKey, money, partnersOnly } from "./fields.ts";

const tax = z.strictObject({
  legal_name: nameText(120).or(z.literal("")),
  country: country.or(z.literal("")),
  vat_id: text(40).or(z.literal("")),
  tax_number: text(40).or(z.literal("")),
  address: longText(500).or(z.literal("")),
});

const profile = z.object({
  name: z.string(),
  email: z.string(),
  status: z.string().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  company_name: z.string(),
  country: z.string(),
  website: z.string(),
  coupon_codes: z.array(z.string()),
  rate: z.object({ type: z.string(), value: z.number() }).nullable(),
  /** How the program pays as long as there are no payout details. */
  payout_method: z.string().nullable(),
  payout_email: z.string().nullable(),
  /** A currency that is missing has no minimum. */
  minimum_payouts: z.array(z.object({ currency: z.string().nullable(), amount: money })),
  currency: z.string().nullable(),
  since: timestamp.nullable(),
});

const nothing = z.literal("").transform(() => null);

const profilePatch = z.strictObject({
  first_name: personName(80),
  last_name: personName(80),
  company_name: personName(120).or(nothing),
  country: country.or(nothing),
  website: webUrl.or(nothing),
});

const details = z.object({ current: masked.nullable(), pending: masked.nullable(), mail: z.boolean() });

export const partnerKey = z.object({
  id: z.string(),
  name: z.string(),
  last_four: z.string(),
  created_at: timestamp,
  used_at: timestamp.nullable(),
});

const notices = z.object({ off: z.array(oneOf(newsKinds)) });

export type PartnerProfile = z.infer<typeof profile>;
export type PartnerTax = z.infer<typeof tax>;
export type PartnerDetails = z.infer<typeof details>;
export type PartnerKey = z.infer<typeof partnerKey>;

export const partnerAccount = defineContract({
  profile: {
    get: { ...byKey, path: "/profile", summary: "Read your profile", response: profile },
    save: {
      ...partnersOnly,
      method: "PUT",
      path: "/profile",
      summary: "Change your profile",
      // The write to the affiliate service has an audit row.
      unaudited: true,
      body: profilePatch,
      response: profile,
    },
  },
  tax: {
    get: { ...partnersOnly, method: "GET", path: "/tax", summary: "Read your tax details", response: tax },
    save: {
      ...partnersOnly,
      method: "PUT",
      path: "/tax",
      summary: "Change your tax details",
      body: tax,
      response: tax,
    },
  },
  details: {
    get: {
      ...partnersOnly,
      method: "GET",
      path: "/payout-details",
      summary: "Read how you are paid, without the account’s number",
      response: details,
    },
    save: {
      ...partnersOnly,
      method: "PUT",
      path: "/payout-details",
      summary: "Change how you are paid",
      body: z.strictObject({ details: payoutDetailsDraft }),
      response: details,
    },
    confirm: {
      ...partnersOnly,
      method: "POST",
      path: "/payout-details/:id/confirm",
      summary: "Confirm a change of your payout details",
      response: details,
    },
  },
  notices: {
    get: { ...partnersOnly, method: "GET", path: "/notices", summary: "Read which mails you get", response: notices },
    save: {
      ...partnersOnly,
      method: "PUT",
      path: "/notices",
      summary: "Choose which mails you get",
      body: z.strictObject(notices.shape),
      response: notices,
    },
  },
  keys: {
    list: {
      ...partnersOnly,
      method: "GET",
      path: "/keys",
      summary: "List your API keys",
      response: z.object({ data: z.array(partnerKey) }),
    },
    create: {
      ...partnersOnly,
      method: "POST",
      path: "/keys",
      summary: "Create an API key that can read",
      body: z.strictObject({ name: nameText(60) }),
      response: z.object({ key: partnerKey, secret: z.string() }),
      status: 201,
      secrets: ["secret"],
    },
    revoke: {
      ...partnersOnly,
      method: "DELETE",
      path: "/keys/:id",
      summary: "Revoke an API key",
      response: z.object(confirmation.shape),
    },
  },
  passkeys: {
    list: {
      ...partnersOnly,
      method: "GET",
      path: "/passkeys",
      summary: "List your passkeys",
      response: z.object({ data: z.array(passkey) }),
    },
    remove: {
      ...partnersOnly,
      method: "DELETE",
      path: "/passkeys/:id",
      summary: "Remove a passkey",
      response: z.object(confirmation.shape),
    },
  },
  data: {
    get: {
      ...partnersOnly,
      method: "GET",
      path: "/data",
      summary: "Download all data about you",
      response: z.instanceof(Response),
    },
    erase: {
      ...partnersOnly,
      method: "POST",
      path: "/data/erase",
      summary: "Close your account and delete your data",
      body: z.strictObject({ email: z.string().max(254) }),
      response: z.object(confirmation.shape),
    },
  },
});
