import * as z from "zod";
import type { affiliateEventMeanings } from "./event-words.ts";

// The specification has no events of the affiliate service, so names and payloads are our choice. Money is in whole
// minor units, as everywhere in the affiliate API.

export type AffiliateEventType = keyof typeof affiliateEventMeanings;

const person = z.looseObject({
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

/** An unpaid commission is reduced itself. A paid one stays as it is, and a clawback is created beside it. */
const reversed = commission.extend({
  /** The commission that earns less, which is the commission of this event or the one that its clawback belongs to. */
  reverses: z.string(),
  /** More than 0. */
  reversed_amount: z.number().int(),
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
  "affiliate.applied": person,
  /** Sent once, when the affiliate becomes active for the first time. */
  "affiliate.approved": person.extend({ approved_at: z.string() }),
  "commission.created": commission,
  "commission.approved": commission,
  "commission.rejected": commission.extend({ rejection_reason: z.string().optional() }),
  "commission.reversed": reversed,
  "payout.created": payout,
  "payout.paid": payout.extend({ paid_at: z.string() }),
  "payout.failed": payout.extend({ failure_reason: z.string().optional() }),
  "payout.returned": payout.extend({
    paid_at: z.string(),
    returned_at: z.string(),
    failure_reason: z.string().optional(),
  }),
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

const mira = {
  affiliate_id: "aff_sample",
  email: "mira@example.com",
  first_name: "Mira",
  last_name: "Lindqvist",
  referral_code: "mira",
  country: "SE",
  website: "https://slow-pour.example",
};

const sent = {
  payout_id: "pay_sample",
  affiliate_id: "aff_sample",
  amount: 12_500,
  currency: "EUR",
  method: "bank_transfer",
};
const paid = { paid_at: "2026-02-16T12:00:00.000Z" };

export const affiliateSamples: { [T in AffiliateEventType]: AffiliateEventData<T> } = {
  "affiliate.applied": mira,
  "affiliate.approved": { ...mira, approved_at: "2026-01-15T09:30:00.000Z" },
  "commission.created": { ...earned, status: "pending" },
  "commission.approved": { ...earned, status: "approved" },
  "commission.rejected": { ...earned, status: "rejected", rejection_reason: "coupon_leak" },
  "commission.reversed": {
    ...earned,
    type: "clawback",
    status: "approved",
    amount: -490,
    flags: [],
    reverses: "com_paid_sample",
    reversed_amount: 490,
  },
  "payout.created": { ...sent, status: "pending" },
  "payout.paid": { ...sent, ...paid, status: "paid" },
  "payout.failed": { ...sent, status: "failed", failure_reason: "The account number is wrong or unknown (AC01)." },
  "payout.returned": {
    ...sent,
    ...paid,
    status: "failed",
    returned_at: "2026-02-18T12:00:00.000Z",
    failure_reason: "The account is closed (AC04).",
  },
};
