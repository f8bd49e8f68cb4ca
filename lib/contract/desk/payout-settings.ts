import * as z from "zod";
import { managers } from "../affiliate/fields.ts";
import { timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { inSchema } from "../sentences.ts";
import { accountFields, checkedAccount } from "./payout-details.ts";

const { iban: _, ...shownFields } = accountFields;

const settings = z.object({
  /** The account that pays, such as DE89 •••• 3000; null if none is stored. */
  payer: z.object({ ...shownFields, masked: z.string() }).nullable(),
  /** In the API's unit and the store's currency. A file above it needs a second person; null if none does. */
  approve_above: z.number().nullable(),
  updated_at: timestamp.nullable(),
  updated_by: z.string().nullable(),
});

export type PayoutSettings = z.infer<typeof settings>;

const payerDraft = checkedAccount(z.strictObject(accountFields));

export type Payer = z.output<typeof payerDraft>;

export const payoutSettings = defineContract({
  payout_settings: {
    get: {
      method: "GET",
      path: "/payout-settings",
      roles: managers,
      summary: "Read which account pays, and which files need a second person",
      response: settings,
    },
    save: {
      method: "PUT",
      path: "/payout-settings",
      roles: ["owner"],
      summary: "Set which account pays, and which files need a second person",
      /** Without `payer`, the stored account stays. */
      body: z.strictObject({
        payer: payerDraft.optional(),
        approve_above: z.number().min(0, inSchema("notNegative")).nullable(),
      }),
      example: { payer: { holder: "Demo Shop", iban: "DE89370400440532013000" }, approve_above: 500_000 },
      response: settings,
      before: "get",
    },
  },
});
