import * as z from "zod";
import { currencyCode, oneOf, slug, text, timestamp } from "./common.ts";
import { defineContract } from "./define.ts";
import { batchOf, id, name, outcomesOf, quantity, reportErrors, wellFormed } from "./reported.ts";
import type { AffiliateScope } from "./scopes.ts";

// What a shop's server reports to the affiliate service. All of it is our extension: the specification shows how
// attributed orders are read, not how they are reported. Money is in whole minor units, as everywhere in this API.

export const reportScope = "write:storefront_orders" satisfies AffiliateScope;

const maxReports = 500;

const minorUnits = "Must be a whole number of minor units, such as cents.";
const amount = z.number({ error: minorUnits }).int(minorUnits).min(0, minorUnits).max(1_000_000_000_000, minorUnits);

/**
 * The visitor's click, or the first and the last one with a dash between them. An unknown click id is ignored and not refused, because shoppers
 * can write anything into an address.
 */
const clickId = z.string().max(500, "Must be at most 500 characters.");

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

const orderPlaced = z
  .strictObject({
    ...common,
    type: z.literal("order.placed"),
    order_number: wellFormed(text(100)).optional(),
    currency: currencyCode,
    /** The sum of the lines, before the discount. */
    subtotal: amount,
    discount: amount.default(0),
    tax: amount.default(0),
    shipping: amount.default(0),
    total: amount,
    line_items: z.array(lineItem).max(500, "Add at most 500 lines.").default([]),
    customer_id: id.optional(),
    customer_email: text(254).regex(z.regexes.email, "Must be an email address.").optional(),
    coupon_codes: z
      .array(wellFormed(text(64)))
      .max(20, "Add at most 20 coupon codes.")
      .default([]),
    click_id: clickId.optional(),
    /** The shopper's IP address; only a keyed hash of it is stored. */
    ip: z.union([z.ipv4(), z.ipv6()], { error: "Must be an IP address." }).optional(),
  })
  .refine((order) => order.total === order.subtotal - order.discount + order.tax + order.shipping, {
    path: ["total"],
    error: "Must equal subtotal − discount + tax + shipping.",
  });

const orderRefunded = z.strictObject({
  ...common,
  type: z.literal("order.refunded"),
  /** The shop's id of this refund. An order may have several refunds. */
  refund_id: id,
  amount: amount.min(1, "Must be more than 0."),
});

const orderCancelled = z.strictObject({ ...common, type: z.literal("order.cancelled"), reason: slug.optional() });

export const orderReport = z.discriminatedUnion("type", [orderPlaced, orderRefunded, orderCancelled], {
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
      summary: "Report orders, refunds and cancellations",
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
