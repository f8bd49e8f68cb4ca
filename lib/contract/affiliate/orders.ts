import * as z from "zod";
import {
  extension,
  externalId,
  extra,
  listOf,
  longText,
  oneOf,
  recordId,
  text,
  textKey,
  timestamp,
} from "../common.ts";
import { defineContract } from "../define.ts";
import { type Raw, readList, readRecord } from "../read.ts";
import { readAs, readRecordAs } from "../read-as.ts";
import { inSchema } from "../sentences.ts";
import { attributedOrderSorts, attributedOrderStatuses } from "./affiliate-words.ts";
import { commission } from "./commissions.ts";
import { amount, listQuery, managers, money, ofAffiliate, rate, readers } from "./fields.ts";

const attribution = z
  .strictObject({
    affiliate_id: recordId,
    reason: text(500),
    commission_amount: amount.optional(),
    commission_rate: rate.max(100, inSchema("between", { least: 0, most: 100 })).optional(),
    link_id: recordId.optional(),
    note: longText(2000).optional(),
    /** Must be true to take the order from the affiliate who has it. */
    override: z.boolean().default(false),
  })
  .refine((body) => body.commission_amount === undefined || body.commission_rate === undefined, {
    path: ["commission_rate"],
    error: inSchema("amountOrRate"),
  });

/** Query parameters send numbers as text. */
export const attributionTerms = z
  .object({
    affiliate_id: recordId.optional().describe("The affiliate to whom the order would be attributed. Required."),
    commission_amount: z
      .preprocess(toNumber, amount.optional())
      .describe("Fixed commission that replaces the affiliate’s own rate."),
    commission_rate: z
      .preprocess(toNumber, rate.max(100, inSchema("between", { least: 0, most: 100 })).optional())
      .describe("Commission rate in percent that replaces the affiliate’s own rate."),
    link_id: recordId.optional().describe("The affiliate’s tracking link that led to the order."),
  })
  .refine((terms) => terms.commission_amount === undefined || terms.commission_rate === undefined, {
    path: ["commission_rate"],
    error: inSchema("amountOrRate"),
  });

function toNumber(value: unknown): unknown {
  return typeof value === "string" && value.trim() !== "" ? Number(value) : value;
}

const lineItem = z.looseObject({
  product_id: z.string().optional(),
  sku: z.string().nullish(),
  name: z.string().optional(),
  category: z.string().optional().meta(extension),
  quantity: z.number().optional(),
  unit_price: money.optional(),
});

/** Newest first; all entries but the first are superseded. */
const historyEntry = z.looseObject({
  method: z.string().optional(),
  affiliate_id: z.string().nullish(),
  link_id: z.string().nullish(),
  click_id: z.string().nullish(),
  coupon_code: z.string().nullish(),
  reason: z.string().nullish(),
  reason_key: textKey,
  note: z.string().nullish(),
  by: z.string().nullish(),
  at: timestamp.optional(),
  superseded_at: timestamp.nullish(),
});

/** Click, coupon, order, refund, attribution and commission, oldest first. Together they explain the attribution. */
const timelineEntry = z.looseObject({
  type: z.string(),
  at: timestamp,
  affiliate_id: z.string().nullish(),
  order_id: z.string().optional(),
  total: money.optional(),
  currency: z.string().optional(),
  click_id: z.string().optional(),
  link_id: z.string().optional(),
  link_code: z.string().nullish(),
  link_name: z.string().nullish(),
  landing_page: z.string().nullish(),
  referrer: z.string().nullish(),
  country: z.string().nullish(),
  device: z.string().nullish(),
  is_bot: z.boolean().optional(),
  coupon_code: z.string().nullish(),
  method: z.string().optional(),
  reason: z.string().nullish(),
  reason_key: textKey,
  by: z.string().nullish(),
  refund_id: z.string().optional(),
  /** True for a refund that the shopper's bank took. */
  chargeback: z.boolean().optional(),
  amount: money.optional(),
  commission_id: z.string().optional(),
  commission_type: z.string().optional(),
  status: z.string().optional(),
  arithmetic: z.unknown().optional(),
});

const attributedOrder = z.looseObject({
  id: z.string(),
  order_number: z.string().optional(),
  external_id: z.string().optional(),
  affiliate_id: z.string().nullish(),
  link_id: z.string().nullish(),
  click_id: z.string().nullish(),
  coupon_code: z.string().nullish(),
  attribution_method: z.string().nullish(),
  attributed_at: timestamp.nullish(),
  attributed_by: z.string().nullish(),
  attribution_reason: z.string().nullish().meta(extension),
  attribution_reason_key: textKey,
  attribution_history: z.array(historyEntry).optional().meta(extension),
  attribution_timeline: z.array(timelineEntry).optional().meta(extension),
  customer_email: z.string().nullish(),
  subtotal: money.optional(),
  discount: money.optional(),
  tax: money.optional(),
  shipping: money.optional(),
  total: money.optional(),
  refunded_amount: money.optional(),
  currency: z.string().optional(),
  line_items: z.array(lineItem).optional(),
  status: z.string().optional(),
  created_at: timestamp.optional(),
});

const attributionPreview = commission
  .pick({ amount: true, sale_amount: true, rate: true, rate_type: true, currency: true, eligible_at: true })
  .extend({ arithmetic: commission.shape.arithmetic });

export type AttributedOrder = z.infer<typeof attributedOrder>;
export type Attribution = z.infer<typeof attribution>;

function normalizeAttributedOrder({ order_id, ...raw }: Raw): AttributedOrder {
  return readRecordAs(attributedOrder, { ...raw, id: raw.id ?? order_id });
}

const one = (body: unknown) => normalizeAttributedOrder(readRecord(body, "order"));

const reads = { method: "GET", scope: "read:attributed_orders", roles: readers } as const;

export const orders = defineContract({
  orders: {
    list: {
      ...reads,
      path: "/orders",
      summary: "List attributed orders",
      query: listQuery(attributedOrderStatuses, attributedOrderSorts).extend({
        affiliate_id: ofAffiliate,
        link_id: extra(recordId, "Only orders attributed through this tracking link."),
        external_id: extra(externalId, "Only the order with this ID of the shop."),
        attributed: extra(oneOf(["true", "false"]), "`false` returns the orders that are attributed to no affiliate."),
      }),
      response: listOf(attributedOrder),
      normalize: (body) => readList(body, "orders", normalizeAttributedOrder),
    },
    get: {
      ...reads,
      path: "/orders/:id",
      summary: "Read an attributed order",
      response: attributedOrder,
      normalize: one,
    },
    attribute: {
      method: "POST",
      path: "/orders/:id/attribute",
      scope: "write:attributed_orders",
      roles: managers,
      summary: "Attribute an order to an affiliate manually",
      body: attribution,
      example: { affiliate_id: "aff_mira", reason: "Customer named the affiliate at checkout" },
      response: attributedOrder,
      errors: [409],
      before: "get",
      normalize: one,
    },
    preview: {
      extension: true,
      ...reads,
      path: "/orders/:id/attribution-preview",
      summary: "Preview the commission that an attribution would create",
      query: attributionTerms,
      response: attributionPreview,
      normalize: (body) => readAs(attributionPreview, readRecord(body)),
    },
  },
});
