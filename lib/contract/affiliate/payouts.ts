import * as z from "zod";
import { currencyCode, day, listOf, longText, recordId, slug, text, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { type Raw, readAs, readList, readRecord } from "../read.ts";
import { amount, listQuery, managers, money, readers } from "./fields.ts";

export const payoutStatuses = ["pending", "processing", "paid", "failed", "cancelled"] as const;
export const payoutSorts = ["created_at", "amount", "paid_at", "status"] as const;

export const payoutDraft = z
  .strictObject({
    affiliate_id: recordId,
    amount: amount.min(1, "Must be more than 0."),
    currency: currencyCode,
    commission_ids: z
      .array(recordId)
      .max(1000, "At most 1000 commissions.")
      .refine((ids) => new Set(ids).size === ids.length, "Each commission once.")
      .optional(),
    method: slug.optional(),
    reference: text(200).optional(),
    note: longText(2000).optional(),
    period_start: day.optional(),
    period_end: day.optional(),
  })
  .refine(({ period_start, period_end }) => !period_start || !period_end || period_start <= period_end, {
    path: ["period_end"],
    error: "Must not be before period_start.",
  });

export const payout = z.looseObject({
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
  created_at: timestamp.optional(),
});

export type Payout = z.infer<typeof payout>;
export type PayoutDraft = z.infer<typeof payoutDraft>;

export const knownPayoutFields = Object.keys(payout.shape);

/** Commissions as ids, or as records of which the id is kept. */
export function normalizePayout(raw: Raw): Payout {
  return readAs(payout, {
    ...raw,
    id: raw.id ?? raw.payout_id,
    commission_ids: raw.commission_ids ?? raw.commissions,
  });
}

const one = (body: unknown) => normalizePayout(readRecord(body, "payout"));

export const payouts = defineContract({
  payouts: {
    list: {
      method: "GET",
      path: "/payouts",
      scope: "read:payouts",
      roles: readers,
      summary: "List payouts",
      query: listQuery(payoutStatuses, payoutSorts),
      response: listOf(payout),
      normalize: (body) => readList(body, "payouts", normalizePayout),
    },
    get: {
      method: "GET",
      path: "/payouts/:id",
      scope: "read:payouts",
      roles: readers,
      summary: "Read a payout",
      response: payout,
      normalize: one,
    },
    create: {
      method: "POST",
      path: "/payouts",
      scope: "write:payouts",
      roles: managers,
      summary: "Create a manual payout",
      body: payoutDraft,
      // The same key with the same body gives the first answer again, so that a repeated call never pays twice.
      headers: ["idempotency-key"],
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
  },
});
