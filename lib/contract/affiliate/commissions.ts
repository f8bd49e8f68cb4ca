import * as z from "zod";
import { day, extension, extra, listOf, longText, oneOf, textKey, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { type Raw, readList, readRecord } from "../read.ts";
import { readRecordAs } from "../read-as.ts";
import { commissionSorts, commissionStatuses, commissionTypes, rejectReasons } from "./commission-words.ts";
import { listQuery, managers, money, ofAffiliate, readers } from "./fields.ts";

/** Both are optional, because the specification shows the call without a body. */
export const rejection = z.strictObject({
  reason: oneOf(rejectReasons).optional(),
  note: longText(2000).optional(),
});

export const hold = z.strictObject({ until: day, reason: longText(500) });

const flag = z.looseObject({
  code: z.string(),
  severity: z.string().optional(),
  evidence: z.unknown().optional(),
});

const arithmeticPart = z.looseObject({
  /** One of `rateRules`. The product, category, group or tier is named beside it. */
  rule: z.string(),
  product_id: z.string().optional(),
  category: z.string().optional(),
  group: z.string().optional(),
  volume: money.optional(),
  threshold: money.optional(),
  rate: z.number().optional(),
  rate_type: z.string().optional(),
  currency: z.string().optional(),
  quantity: z.number().optional(),
  base: money.optional(),
  exact: z.string().optional(),
  amount: money.optional(),
});

// base = order total − exclusions − refunds; amount = the sum of the parts (base × rate, rounded, and never more than the
// base), less what the caps take.
const arithmetic = z.looseObject({
  version: z.number().optional().meta(extension),
  parts: z.array(arithmeticPart).optional().meta(extension),
  caps: z
    .array(z.looseObject({ what: z.string(), limit: money.optional(), taken: money.optional() }))
    .optional()
    .meta(extension),
  bonus: z.looseObject({ rule: z.string(), threshold: money.optional() }).optional().meta(extension),
  order_total: money.optional(),
  refunded: money.optional(),
  exclusions: z
    .array(z.looseObject({ what: z.string(), product_id: z.string().optional(), amount: money.optional() }))
    .optional(),
  base: money.optional(),
  rate: z.number().optional(),
  rate_type: z.string().optional(),
  exact: z.string().optional(),
  rounding: z.string().optional(),
  already_counted: money.optional(),
  amount: money.optional(),
});

export const commission = z.looseObject({
  id: z.string(),
  affiliate_id: z.string().optional(),
  order_id: z.string().nullish(),
  amount: money.optional(),
  sale_amount: money.nullish(),
  rate: z.number().nullish(),
  rate_type: z.string().nullish(),
  currency: z.string().optional(),
  type: z.string().optional(),
  status: z.string().optional(),
  eligible_at: timestamp.nullish(),
  reviewed_at: timestamp.nullish(),
  reviewed_by: z.string().nullish(),
  rejection_reason: z.string().nullish(),
  note: z.string().nullish(),
  note_key: textKey,
  flags: z.array(flag).optional(),
  payout_id: z.string().nullish(),
  arithmetic: arithmetic.nullish().meta(extension),
  /** For a clawback, the commission that it reduces. */
  reverses: z.string().nullish().meta(extension),
  created_at: timestamp.optional(),
});

export type Commission = z.infer<typeof commission>;
export type CommissionFlag = z.infer<typeof flag>;
export type Rejection = z.infer<typeof rejection>;

function normalizeCommission({ commission_id, ...raw }: Raw): Commission {
  const flags = Array.isArray(raw.flags)
    ? raw.flags.map((entry) => (typeof entry === "string" ? { code: entry } : entry))
    : undefined;
  return readRecordAs(commission, { ...raw, id: raw.id ?? commission_id, flags });
}

const one = (body: unknown) => normalizeCommission(readRecord(body, "commission"));

const reads = { method: "GET", scope: "read:commissions", roles: readers } as const;
const writes = { scope: "write:commissions", roles: managers } as const;

export const commissions = defineContract({
  commissions: {
    list: {
      ...reads,
      path: "/commissions",
      summary: "List commissions",
      query: listQuery(commissionStatuses, commissionSorts).extend({
        affiliate_id: ofAffiliate,
        flagged: extra(
          oneOf(["true", "false"]),
          "`true` returns only commissions with a flag, `false` only commissions without one.",
        ),
        type: extra(oneOf(commissionTypes), "Only commissions of this type."),
      }),
      response: listOf(commission),
      normalize: (body) => readList(body, "commissions", normalizeCommission),
    },
    get: {
      ...reads,
      path: "/commissions/:id",
      summary: "Read a commission",
      response: commission,
      normalize: one,
    },
    approve: {
      ...writes,
      method: "PUT",
      path: "/commissions/:id/approve",
      summary: "Approve a pending commission",
      response: commission,
      errors: [409],
      before: "get",
      normalize: one,
    },
    reject: {
      ...writes,
      method: "PUT",
      path: "/commissions/:id/reject",
      summary: "Reject a pending commission",
      body: rejection,
      example: { reason: "refunded", note: "Order returned in full." },
      response: commission,
      errors: [409],
      before: "get",
      normalize: one,
    },
    hold: {
      ...writes,
      extension: true,
      method: "PUT",
      path: "/commissions/:id/hold",
      summary: "Put a pending commission on hold until a day, or end its hold; never before its hold period is over",
      body: hold,
      example: { until: "2026-12-31", reason: "Many orders seconds after the click." },
      response: commission,
      errors: [409],
      before: "get",
      normalize: one,
    },
  },
});
