import * as z from "zod";
import { currencyCode, oneOf, slug, text, timestamp } from "./common.ts";
import { defineContract } from "./define.ts";
import type { AffiliateScope } from "./scopes.ts";
import { inSchema } from "./sentences.ts";
import { batchOf, id, name, outcomesOf, quantity, reportErrors, wellFormed } from "./shop-report-fields.ts";

// What a shop's server reports to the affiliate service. All of it is our extension: the specification shows how
// attributed orders are read, not how they are reported. Money is in whole minor units, as everywhere in this API.

export const reportScope = "write:storefront_orders" satisfies AffiliateScope;

const maxReports = 500;

const minorUnits = inSchema("minor");
const amount = z.number({ error: minorUnits }).int(minorUnits).min(0, minorUnits).max(1_000_000_000_000, minorUnits);

/**
 * The visitor's click, or the first and the last one with a dash between them. An unknown click id is ignored and not refused, because shoppers
 * can write anything into an address.
 */
const clickId = z.string().max(500, inSchema("atMostCharacters", { count: 500 }));

const lineItem = z.strictObject({
  product_id: id,
  sku: name.optional(),
  name: name.optional(),
  /** A category of the program's rules. */
  category: name.optional(),
  quantity,
  unit_price: amount,
});

/** The shop's id of the order. Reporting the same order again changes nothing. */
const common = { external_id: id, occurred_at: timestamp };

const sold = {
  /** The sum of the lines, before the discount. */
  subtotal: amount,
  discount: amount.default(0),
  tax: amount.default(0),
  shipping: amount.default(0),
  total: amount,
  line_items: z
    .array(lineItem)
    .max(500, inSchema("mostThings", { count: 500, things: "lines" }))
    .default([]),
};

type Sum = { subtotal: number; discount: number; tax: number; shipping: number; total: number };
const addsUp = ({ subtotal, discount, tax, shipping, total }: Sum) => total === subtotal - discount + tax + shipping;
const totalError = { path: ["total"], error: "Must equal subtotal − discount + tax + shipping." };

const orderPlaced = z
  .strictObject({
    ...common,
    type: z.literal("order.placed"),
    order_number: wellFormed(text(100)).optional(),
    currency: currencyCode,
    ...sold,
    customer_id: id.optional(),
    customer_email: text(254).regex(z.regexes.email, inSchema("email")).optional(),
    coupon_codes: z
      .array(wellFormed(text(64)))
      .max(20, inSchema("mostThings", { count: "20 coupon", things: "codes" }))
      .default([]),
    click_id: clickId.optional(),
    /** The shopper's IP address; only a keyed hash of it is stored. */
    ip: z.union([z.ipv4(), z.ipv6()], { error: "Must be an IP address." }).optional(),
  })
  .refine(addsUp, totalError);

/** What is in none of the parts is spread over the whole order. */
const refund = {
  refund_id: id.describe("The shop’s ID of this refund. An order may have several refunds."),
  amount: amount.min(1, inSchema("above", { least: 0 })).describe("All that was paid back, with tax and shipping."),
  goods: amount.optional().describe("The part that was paid back for goods, without tax and shipping."),
  tax: amount.optional().describe("The part that was tax."),
  shipping: amount.optional().describe("The part that was shipping."),
  line_items: z
    .array(z.strictObject({ product_id: id, quantity: quantity.optional(), amount }))
    .max(500, inSchema("mostThings", { count: 500, things: "lines" }))
    .optional()
    .describe("The goods by product, if the shop knows for which products it paid back."),
  chargeback: z.boolean().optional().describe("Whether the shopper’s bank took the money back."),
};

type Parts = { goods?: number; tax?: number; shipping?: number; line_items?: { amount: number }[] };

export const goodsOf = ({ goods, line_items = [] }: Parts): number =>
  goods ?? line_items.reduce((sum, line) => sum + line.amount, 0);

const partsFit = (given: Parts & { amount: number }) => {
  const { tax = 0, shipping = 0 } = given;
  return goodsOf(given) + tax + shipping <= given.amount;
};
const linesFit = (given: Parts) => goodsOf({ ...given, goods: undefined }) <= goodsOf(given);
const partsError = { path: ["amount"], error: "Must be at least goods + tax + shipping." };
const linesError = { path: ["line_items"], error: "Must add up to at most the goods." };

const orderRefunded = z
  .strictObject({ ...common, type: z.literal("order.refunded"), ...refund })
  .refine(partsFit, partsError)
  .refine(linesFit, linesError);

const orderCancelled = z.strictObject({ ...common, type: z.literal("order.cancelled"), reason: slug.optional() });

const listedRefund = z
  .strictObject({ ...refund, occurred_at: timestamp.optional() })
  .refine(partsFit, partsError)
  .refine(linesFit, linesError);

const orderUpdated = z
  .strictObject({
    ...common,
    type: z.literal("order.updated"),
    ...sold,
    cancelled: z.boolean().describe("Whether the order is cancelled or void. A cancelled order may be reopened."),
    refunds: z
      .array(listedRefund)
      .max(500, inSchema("mostThings", { count: 500, things: "refunds" }))
      .describe("All refunds and chargebacks that stand. One that failed or was won is left out."),
  })
  .refine(addsUp, totalError)
  .refine(({ refunds }) => new Set(refunds.map(({ refund_id }) => refund_id)).size === refunds.length, {
    path: ["refunds"],
    error: "Each refund_id must be there once.",
  })
  .refine(({ refunds, total }) => refunds.reduce((sum, { amount }) => sum + amount, 0) <= total, {
    path: ["refunds"],
    error: "Must add up to at most the total.",
  });

export const orderReport = z.discriminatedUnion("type", [orderPlaced, orderUpdated, orderRefunded, orderCancelled], {
  error: "This is not a known type of report.",
});

export type OrderReport = z.output<typeof orderReport>;
export type OrderReportOf<T extends OrderReport["type"]> = Extract<OrderReport, { type: T }>;

const batch = z.strictObject({ orders: batchOf("reports", maxReports) });

const outcome = z.looseObject({
  external_id: z.string().optional(),
  status: oneOf(["accepted", "duplicate", "rejected"]),
  order_id: z.string().optional(),
  /** Why the affiliate gets the order. These fields are absent if no affiliate does. */
  affiliate_id: z.string().optional(),
  attribution_method: z.string().optional(),
  attribution_reason: z.string().optional(),
  errors: reportErrors,
});

export type ReportOutcome = z.infer<typeof outcome>;

export const affiliateStorefront = defineContract({
  orders: {
    report: {
      method: "POST",
      path: "/orders",
      scope: reportScope,
      roles: [],
      summary: "Report orders, how they changed, refunds and cancellations",
      body: batch,
      example: {
        orders: [
          {
            type: "order.placed",
            external_id: "1001",
            occurred_at: "2026-01-15T09:30:00Z",
            currency: "EUR",
            subtotal: 5000,
            total: 5000,
          },
        ],
      },
      response: outcomesOf(outcome),
    },
  },
});
