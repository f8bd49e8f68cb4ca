import * as z from "zod";
import { confirmation, extension, extra, listOf, text, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { type Raw, readList, readRecord } from "../read.ts";
import { readRecordAs } from "../read-as.ts";
import { affiliateDraft, affiliateFields, affiliatePatch } from "./affiliate-draft.ts";
import { affiliateSorts, affiliateStatuses } from "./affiliate-words.ts";
import { listQuery, managers, money, readers } from "./fields.ts";

/** The amount owed is approved, less clawed back, less paid. */
const balance = z.looseObject({
  currency: z.string(),
  orders: z.number().int(),
  revenue: money,
  commissions: money,
  pending_commissions: money,
  approved_commissions: money,
  clawed_back: money,
  paid_commissions: money,
  reserved: money,
  unpaid_balance: money,
});

const minimumPayout = z.looseObject({ currency: z.string(), amount: money });

export const affiliateRecord = z.looseObject({
  id: z.string(),
  ...affiliateFields.partial().shape,
  status: z.string().optional(),
  commission_type: z.string().optional(),
  commission_rate: z.number().optional(),
  minimum_payout: money.nullish(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  /** The affiliate's own minimum, or the program's, in the affiliate's own currency. */
  effective_minimum_payout: money.nullish().meta(extension),
  /** The same in every currency that has a minimum. */
  effective_minimum_payouts: z.array(minimumPayout).optional().meta(extension),
  total_clicks: z.number().int().optional(),
  /** Orders in all currencies. The sums below are in the affiliate's own currency, and `balances` has all. */
  total_orders: z.number().int().optional(),
  total_revenue: money.optional(),
  total_commissions: money.optional(),
  unpaid_balance: money.optional(),
  /** In every currency in which there were orders or commissions, and in the affiliate's own. */
  balances: z.array(balance).optional().meta(extension),
  approved_at: timestamp.nullish(),
  created_at: timestamp.optional(),
  updated_at: timestamp.optional(),
});

export type Affiliate = z.infer<typeof affiliateRecord>;

/** A name in one field is not split, because nothing tells where the first name ends. */
function normalizeAffiliate({ affiliate_id, ...raw }: Raw): Affiliate {
  return readRecordAs(affiliateRecord, { ...raw, id: raw.id ?? affiliate_id });
}

const one = (body: unknown) => normalizeAffiliate(readRecord(body, "affiliate"));

const reads = { method: "GET", scope: "read:affiliates", roles: readers } as const;
const writes = { scope: "write:affiliates", roles: managers } as const;

export const affiliates = defineContract({
  affiliates: {
    list: {
      ...reads,
      path: "/affiliates",
      summary: "List affiliates",
      query: listQuery(affiliateStatuses, affiliateSorts).extend({
        search: extra(text(100), "Part of a name, an email address or a referral code, or a complete ID."),
      }),
      response: listOf(affiliateRecord),
      normalize: (body) => readList(body, "affiliates", normalizeAffiliate),
    },
    get: {
      ...reads,
      path: "/affiliates/:id",
      summary: "Read an affiliate",
      response: affiliateRecord,
      normalize: one,
    },
    create: {
      ...writes,
      method: "POST",
      path: "/affiliates",
      summary: "Create an affiliate",
      body: affiliateDraft,
      example: {
        email: "mira@example.com",
        first_name: "Mira",
        last_name: "Lindqvist",
        commission_type: "percentage",
        commission_rate: 12,
      },
      response: affiliateRecord,
      status: 201,
      errors: [409],
      normalize: one,
    },
    update: {
      ...writes,
      method: "PUT",
      path: "/affiliates/:id",
      summary: "Change an affiliate; only the fields that are sent change",
      body: affiliatePatch,
      example: { status: "active" },
      response: affiliateRecord,
      errors: [409],
      before: "get",
      normalize: one,
    },
    delete: {
      ...writes,
      method: "DELETE",
      path: "/affiliates/:id",
      summary: "Delete an affiliate",
      response: confirmation,
      errors: [409],
      before: "get",
    },
  },
});
