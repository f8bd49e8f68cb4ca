import * as z from "zod";
import {
  currencyCode,
  day,
  extension,
  extra,
  listOf,
  longText,
  oneOf,
  recordId,
  slug,
  text,
  textKey,
  timestamp,
} from "../common.ts";
import { defineContract } from "../define.ts";
import { type Raw, readList, readRecord } from "../read.ts";
import { readRecordAs } from "../read-as.ts";
import { inSchema } from "../sentences.ts";
import { affiliateRecord } from "./affiliates.ts";
import { commission } from "./commissions.ts";
import { amount, listQuery, managers, money, ofAffiliate, readers } from "./fields.ts";
import { adjustments, payoutOutcomes, payoutSorts, payoutStatuses } from "./payout-words.ts";

// A payout's amount is the sum of its commissions, so that balances can be recomputed. Without `commission_ids`, it
// contains all payable ones: approved, past their hold, in this currency, in no other payout, clawbacks included. With an
// empty list, it has any amount, and an adjustment of the same amount is written with it.
const payoutDraft = z
  .strictObject({
    affiliate_id: recordId,
    amount: amount.min(1, inSchema("above", { least: 0 })).describe("The sum of the commissions."),
    currency: currencyCode,
    commission_ids: z
      .array(recordId)
      .max(1000, inSchema("mostThings", { count: 1000, things: "commissions" }))
      .refine((ids) => new Set(ids).size === ids.length, inSchema("eachOnce", { thing: "commission" }))
      .optional()
      .describe(
        "IDs of the commissions to pay, including clawbacks. The default is all payable commissions. Their sum must be the amount. An empty list pays any amount by hand, and requires a note.",
      ),
    adjustment: extra(
      oneOf(adjustments),
      "What an amount by hand is: a bonus is earned with it, an advance is taken back from later commissions. A bonus by default.",
    ),
    method: slug.optional(),
    reference: text(200).optional(),
    note: longText(2000).optional(),
    period_start: day.optional(),
    period_end: day.optional(),
  })
  .refine(({ commission_ids, adjustment }) => adjustment === undefined || commission_ids?.length === 0, {
    path: ["adjustment"],
    error: inSchema("onlyByHand"),
  })
  .refine(({ commission_ids, note }) => commission_ids?.length !== 0 || note !== undefined, {
    path: ["note"],
    error: inSchema("required"),
  })
  .refine(({ period_start, period_end }) => !period_start || !period_end || period_start <= period_end, {
    path: ["period_end"],
    error: inSchema("dateBefore", { day: "period_start" }),
  });

/** A caller may send what the reason is translated by. */
const sentTextKey = z
  .strictObject({ key: text(64), values: z.record(text(64), z.union([text(500), z.number()])).optional() })
  .optional()
  .meta(extension);

export const payoutPatch = z
  .strictObject({
    status: oneOf(payoutOutcomes),
    reference: text(200).optional(),
    note: longText(2000).optional(),
    /** When the money was sent; now by default. */
    paid_at: timestamp.optional(),
    failure_reason: text(500).optional(),
    failure_reason_key: sentTextKey,
    returned_at: timestamp
      .optional()
      .describe("When the bank returned the money. Only with this value, a payout that is paid can become failed."),
  })
  .refine(({ status, paid_at }) => paid_at === undefined || status === "paid", {
    path: ["paid_at"],
    error: inSchema("onlyPaid"),
  })
  .refine(({ status, failure_reason }) => failure_reason === undefined || status === "failed", {
    path: ["failure_reason"],
    error: inSchema("onlyFailed"),
  })
  .refine(({ status, returned_at }) => returned_at === undefined || status === "failed", {
    path: ["returned_at"],
    error: inSchema("onlyFailed"),
  });

const payout = z.looseObject({
  id: z.string(),
  affiliate_id: z.string().optional(),
  amount: money.optional(),
  currency: z.string().optional(),
  status: z.string().optional(),
  method: z.string().nullish(),
  reference: z.string().nullish(),
  note: z.string().nullish(),
  commission_ids: z.array(z.string()).optional(),
  period_start: z.string().nullish(),
  period_end: z.string().nullish(),
  paid_at: timestamp.nullish(),
  failure_reason: z.string().nullish(),
  failure_reason_key: textKey,
  returned_at: timestamp.nullish(),
  created_at: timestamp.optional(),
  updated_at: timestamp.optional(),
});

/** Only the fields that decide a payout, so that thousands of commissions fit into one response. */
const owed = z.looseObject({
  /** False if one response cannot hold everything. The lists must then be read instead. */
  complete: z.boolean(),
  commissions: z.array(commission),
  /** Payouts to the same affiliates, and all payouts of the last 30 days. */
  payouts: z.array(payout),
  affiliates: z.array(affiliateRecord),
});

export type Payout = z.infer<typeof payout>;
export type Owed = z.infer<typeof owed>;
export type PayoutDraft = z.infer<typeof payoutDraft>;

export function normalizePayout({ payout_id, commissions, ...raw }: Raw): Payout {
  return readRecordAs(payout, {
    ...raw,
    id: raw.id ?? payout_id,
    commission_ids: raw.commission_ids ?? commissions,
  });
}

const one = (body: unknown) => normalizePayout(readRecord(body, "payout"));

const reads = { method: "GET", scope: "read:payouts", roles: readers } as const;
const writes = { scope: "write:payouts", roles: managers } as const;

export const payouts = defineContract({
  payouts: {
    list: {
      ...reads,
      path: "/payouts",
      summary: "List payouts",
      query: listQuery(payoutStatuses, payoutSorts, ["created_at"]).extend({ affiliate_id: ofAffiliate }),
      response: listOf(payout),
      normalize: (body) => readList(body, "payouts", normalizePayout),
    },
    /** All amounts owed in one call, for which the specification has none. */
    owed: {
      extension: true,
      ...reads,
      path: "/payouts/owed",
      summary: "List unpaid commissions with their affiliates and payouts",
      response: owed,
    },
    get: {
      ...reads,
      path: "/payouts/:id",
      summary: "Read a payout",
      response: payout,
      normalize: one,
    },
    create: {
      ...writes,
      method: "POST",
      path: "/payouts",
      summary: "Create a manual payout",
      body: payoutDraft,
      example: {
        affiliate_id: "aff_mira",
        amount: 12550,
        currency: "EUR",
        commission_ids: ["com_1", "com_2"],
        method: "bank_transfer",
        reference: "2026-10",
      },
      response: payout,
      status: 201,
      errors: [409],
      normalize: one,
    },
    /** The specification has no operation to settle a payout. */
    update: {
      extension: true,
      ...writes,
      method: "PUT",
      path: "/payouts/:id",
      summary: "Record the outcome of a payout",
      body: payoutPatch,
      example: { status: "paid", reference: "SEPA 4711" },
      response: payout,
      errors: [409],
      before: "get",
      normalize: one,
    },
  },
});
