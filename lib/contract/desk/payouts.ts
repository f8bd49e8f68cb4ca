import * as z from "zod";
import { managers, readers } from "../affiliate/fields.ts";
import { adjustments } from "../affiliate/payout-words.ts";
import { currencyCode, longText, oneOf, pageQuery, pagination, recordId, text, textKey, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { inSchema } from "../sentences.ts";
import { job } from "./jobs.ts";
import { blockings, exclusions, payoutStates, payoutWarnings } from "./payout-words.ts";

/** In the API's unit, minor or major; exact to four decimals. */
const money = z.number();

const finding = <const W extends readonly [string, ...string[]]>(words: W) =>
  z.object({
    code: z.enum(words),
    amount: money.optional(),
    count: z.number().optional(),
    payout: z.string().optional(),
    at: timestamp.optional(),
    was: z.string().nullable().optional(),
    now: z.string().nullable().optional(),
  });

const line = z.object({
  affiliate_id: z.string(),
  name: z.string().nullable(),
  currency: z.string(),
  state: z.enum(["payable", "blocked", "excluded"]),
  /** `earned` less `taken`. */
  amount: money,
  earned: money,
  taken: money,
  commission_ids: z.array(z.string()),
  method: z.string().nullable(),
  payout_email: z.string().nullable(),
  /** The account or address that the money goes to, in part if it is stored encrypted. */
  paid_to: z.string().nullable(),
  blocking: z.array(finding(blockings)),
  warnings: z.array(finding(payoutWarnings)),
  excluded: z.array(finding(exclusions)),
});

const total = z.object({ currency: z.string(), amount: money, payouts: z.number(), commissions: z.number() });

const preview = z.object({
  hash: z.string(),
  /** False if a list of the API could not be read completely. The preview can then not be confirmed. */
  complete: z.boolean(),
  lines: z.array(line),
  payable: z.array(total),
  blocked: z.array(total),
  excluded: z.array(total),
  /** The number of approved commissions without an affiliate. */
  unplaced: z.number(),
});

export type PayoutLine = z.infer<typeof line>;
export type PayoutPreview = z.infer<typeof preview>;

const reading = z.object({ resource: z.string(), read: z.number(), total: z.number().nullable() });

export type PayoutReading = z.infer<typeof reading>;

const previewDraft = z.strictObject({
  affiliates: z
    .array(recordId)
    .min(1, inSchema("leastOneThing", { thing: "entry" }))
    .max(1_000, inSchema("mostThings", { count: 1000, things: "entries" }))
    .optional(),
});

const confirmation = z.strictObject({
  hash: z.string().regex(/^[0-9a-f]{64}$/, "Must be the hash of a preview."),
  /** Every payable line by default. */
  payouts: z
    .array(z.strictObject({ affiliate_id: recordId, currency: z.string().max(20) }))
    .min(1, inSchema("leastOneThing", { thing: "entry" }))
    .max(2_000, inSchema("mostThings", { count: 2000, things: "entries" }))
    .optional(),
  totals: z.array(z.strictObject({ currency: z.string().max(20), amount: z.number() })).min(1, inSchema("typeTotal")),
  reference: text(120).optional(),
  note: longText(1_000).optional(),
});

export type PayoutConfirmation = z.output<typeof confirmation>;

const amountDraft = z.strictObject({
  /** Named by the caller: the same request pays once, however often it is sent. */
  request: recordId,
  affiliate_id: recordId,
  amount: z.number({ error: inSchema("amountKind") }).positive(inSchema("above", { least: 0 })),
  currency: currencyCode,
  adjustment: oneOf(adjustments),
  note: longText(1_000, inSchema("enterNote")),
  reference: text(120).optional(),
});

export type PayoutAmount = z.output<typeof amountDraft>;

const entry = z.object({
  /** Sent to the API in the reference and the note, so that the payout can be found there. */
  id: z.string(),
  state: z.enum(payoutStates),
  batch: z.string(),
  affiliate_id: z.string(),
  affiliate_name: z.string().nullable(),
  amount: money,
  currency: z.string(),
  commissions: z.number(),
  method: z.string().nullable(),
  reference: z.string().nullable(),
  note: z.string().nullable(),
  payout_id: z.string().nullable(),
  payout_status: z.string().nullable(),
  /** True if a file for the bank with the payout was downloaded. */
  for_bank: z.boolean(),
  /** The day on which the bank paid it, if the API cannot record that day. */
  paid_on: z.string().nullable(),
  /** The API's amount, if it differs. */
  drift: money.nullable(),
  attempts: z.number(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  message_key: textKey,
  /** A call that was sent may still reach the API until this time. */
  believe_at: timestamp.nullable(),
  settled_by: z.string().nullable(),
  settle_reason: z.string().nullable(),
  created_by: z.string(),
  created_at: timestamp,
  sent_at: timestamp.nullable(),
  settled_at: timestamp.nullable(),
  updated_at: timestamp,
});

const entryWithCommissions = entry.extend({
  commission_ids: z.array(z.object({ id: z.string(), amount: money })),
});

export type PayoutEntry = z.infer<typeof entry>;
export type PayoutEntryWithCommissions = z.infer<typeof entryWithCommissions>;

const checked = entry.extend({
  /** `unclear` if the API's list allows no conclusion. */
  found: z.enum(["made", "absent", "unclear"]),
});

const figure = z.object({
  amount: money,
  ids: z.array(z.string()),
  rows: z
    .array(
      z.object({
        id: z.string(),
        amount: money.nullable(),
        at: z.string().nullable(),
        order_id: z.string().nullable(),
      }),
    )
    .optional(),
});

/** Approved − clawed back − paid = owed, each with the records that add up to it. */
const account = z.object({
  affiliate_id: z.string(),
  complete: z.boolean(),
  currencies: z.array(
    z.object({
      currency: z.string(),
      approved: figure,
      clawed_back: figure,
      paid: figure,
      owed: money,
      /** The sum of commissions without a payout. A difference from `owed` reveals an inconsistency. */
      unpaid: figure,
      drift: money,
      on_hold: figure,
      /** Reserved by payouts of this dashboard whose outcome is open. */
      reserved: figure,
    }),
  ),
  /** Payouts whose amount differs from the sum of their commissions; null if the API reports no commissions. */
  payouts: z.array(
    z.object({
      id: z.string(),
      currency: z.string().nullable(),
      amount: money.nullable(),
      commissions: money.nullable(),
      drift: money.nullable(),
    }),
  ),
});

export type PayoutAccount = z.infer<typeof account>;

const proof = z.object({
  payout_id: z.string(),
  affiliate_id: z.string().nullable(),
  currency: z.string().nullable(),
  amount: money.nullable(),
  told_by: z.enum(["api", "ledger"]).nullable(),
  commissions: z.array(
    z.object({
      id: z.string(),
      /** Negative for a clawback; null if it is unreadable. */
      amount: money.nullable(),
      currency: z.string().nullable(),
      type: z.string().nullable(),
      status: z.string().nullable(),
      order_id: z.string().nullable(),
      created_at: z.string().nullable(),
    }),
  ),
  /** Null if an amount is unreadable. */
  sum: money.nullable(),
  /** The payout's amount less the sum of its commissions. */
  drift: money.nullable(),
  entry: entry.nullable(),
});

export type PayoutProof = z.infer<typeof proof>;

export const reason = longText(500, inSchema("enterReason"));
const params = z.object({ id: recordId });

/** The intent of a payout is stored and its commissions are reserved before anything is sent. */
export const payouts = defineContract({
  payouts: {
    preview: {
      method: "POST",
      path: "/payouts/preview",
      roles: managers,
      summary: "Preview payouts, with the reasons why some cannot be paid",
      body: previewDraft,
      example: { affiliates: ["aff_mira"] },
      response: preview,
      unaudited: true,
    },
    reading: {
      method: "GET",
      path: "/payouts/reading",
      roles: managers,
      summary: "Read the progress of a payout preview",
      /** Null if nothing is being read, or if another process reads it. */
      response: z.object({ reading: reading.nullable() }),
    },
    confirm: {
      method: "POST",
      path: "/payouts/confirm",
      roles: managers,
      summary: "Pay a preview if nothing has changed since",
      body: confirmation,
      example: { hash: "0".repeat(64), totals: [{ currency: "EUR", amount: 12550 }], reference: "2026-10" },
      response: job,
      status: 201,
    },
    pay_amount: {
      method: "POST",
      path: "/payouts/amount",
      roles: managers,
      summary: "Pay an amount by hand, as a bonus or as an advance",
      body: amountDraft,
      example: {
        request: "req_1",
        affiliate_id: "aff_mira",
        amount: 5000,
        currency: "EUR",
        adjustment: "bonus",
        note: "For the photos of the autumn campaign.",
      },
      response: job,
      status: 201,
    },
    list: {
      method: "GET",
      path: "/payouts",
      roles: readers,
      summary: "List the payouts that were requested in Cartwright, newest first",
      query: pageQuery(25).extend({
        state: oneOf([...payoutStates, "open"])
          .optional()
          .describe("Only payouts in this state. `open` returns the payouts whose outcome is not known yet."),
        affiliate: recordId.optional().describe("Only payouts of this affiliate."),
        batch: recordId.optional().describe("Only payouts of this batch: the ID of its background job."),
      }),
      response: z.object({
        data: z.array(entry),
        pagination,
        totals: z.array(z.object({ currency: z.string(), amount: money, payouts: z.number() })),
      }),
    },
    counts: {
      method: "GET",
      path: "/payouts/counts",
      roles: readers,
      summary: "Count the payouts in each state, and add up those with an unknown outcome",
      response: z.object({
        states: z.record(z.enum(payoutStates), z.number()),
        unknown: z.object({
          count: z.number(),
          totals: z.array(z.object({ currency: z.string(), amount: money })),
          oldest_at: timestamp.nullable(),
        }),
      }),
    },
    get: {
      method: "GET",
      path: "/payouts/:id",
      params,
      roles: readers,
      summary: "Read a payout that was requested in Cartwright, with its commissions",
      response: entryWithCommissions,
    },
    account: {
      method: "GET",
      path: "/payouts/accounts/:id",
      params,
      roles: readers,
      summary: "Calculate the amount owed to an affiliate",
      query: z.object({
        rows: oneOf(["true"]).optional().describe("Includes the records that each figure is the sum of."),
      }),
      response: account,
    },
    proof: {
      method: "GET",
      path: "/payouts/proofs/:id",
      params,
      roles: readers,
      summary: "Add up the commissions of a payout",
      response: proof,
    },
    check: {
      method: "POST",
      path: "/payouts/:id/check",
      params,
      roles: managers,
      summary: "Look up a payout with an unknown outcome",
      response: checked,
    },
    made: {
      method: "POST",
      path: "/payouts/:id/made",
      params,
      roles: managers,
      summary: "Mark a payout with an unknown outcome as made",
      body: z.strictObject({ payout_id: recordId, reason }),
      example: { payout_id: "pay_1", reason: "Seen in the bank’s list." },
      response: entry,
    },
    not_made: {
      method: "POST",
      path: "/payouts/:id/not-made",
      params,
      roles: managers,
      summary: "Mark a payout as not made, and release its commissions",
      body: z.strictObject({ reason }),
      example: { reason: "The API's support says that it never came." },
      response: entry,
    },
  },
});
