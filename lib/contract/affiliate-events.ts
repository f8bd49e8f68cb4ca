import * as z from "zod";
import type { affiliateEventMeanings } from "./event-words.ts";

// The specification has no events of the affiliate service, so names and payloads are our choice. Money is in whole
// minor units, as everywhere in the affiliate API.

export type AffiliateEventType = keyof typeof affiliateEventMeanings;

const applied = z.looseObject({
  affiliate_id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  referral_code: z.string(),
  company_name: z.string().optional(),
  country: z.string().optional(),
  website: z.string().optional(),
});

const commission = z.looseObject({
  commission_id: z.string(),
  affiliate_id: z.string(),
  /** Absent for a bonus or an adjustment without an order. */
  order_id: z.string().optional(),
  type: z.string(),
  status: z.string(),
  /** Negative for a clawback. */
  amount: z.number().int(),
  currency: z.string(),
  eligible_at: z.string(),
  flags: z.array(z.string()),
});

const payout = z.looseObject({
  payout_id: z.string(),
  affiliate_id: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  status: z.string(),
  method: z.string().optional(),
});

export const affiliateEventData = {
  "affiliate.applied": applied,
  "commission.created": commission,
  "commission.approved": commission,
  "commission.rejected": commission.extend({ rejection_reason: z.string().optional() }),
  "payout.created": payout,
} as const satisfies Record<AffiliateEventType, z.ZodObject>;

export type AffiliateEventData<T extends AffiliateEventType> = z.infer<(typeof affiliateEventData)[T]>;

const earned = {
  commission_id: "com_sample",
  affiliate_id: "aff_sample",
  order_id: "ord_sample",
  type: "sale",
  amount: 490,
  currency: "EUR",
  eligible_at: "2026-02-14T09:30:00.000Z",
  flags: ["coupon_without_click"],
};

export const affiliateSamples: { [T in AffiliateEventType]: AffiliateEventData<T> } = {
  "affiliate.applied": {
    affiliate_id: "aff_sample",
    email: "mira@example.com",
    first_name: "Mira",
    last_name: "Lindqvist",
    ...{ referral_code: "mira", country: "SE", website: "https://slow-pour.example" },
  },
  "commission.created": { ...earned, status: "pending" },
  "commission.approved": { ...earned, status: "approved" },
  "commission.rejected": { ...earned, status: "rejected", rejection_reason: "coupon_leak" },
  "payout.created": {
    payout_id: "pay_sample",
    affiliate_id: "aff_sample",
    amount: 12_500,
    currency: "EUR",
    status: "pending",
    method: "paypal",
  },
};
