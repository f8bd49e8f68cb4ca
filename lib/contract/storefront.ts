import * as z from "zod";
import { currencyCode, longText, oneOf, recordId, slug, timestamp } from "./common.ts";
import { defineContract } from "./define.ts";
import { storefrontScope } from "./scopes.ts";
import { inSchema } from "./sentences.ts";
import {
  amount,
  anyAmount,
  batchOf,
  id,
  name,
  outcomesOf,
  quantity,
  reportErrors,
  wellFormed,
} from "./shop-report-fields.ts";
import { storefrontOffers } from "./storefront-offers.ts";
import { redeemedWith, storefrontTickets } from "./storefront-tickets.ts";

// All of this API is our extension: the specification has only events that leave the service.

const maxBatch = 1000;

const common = { id, occurred_at: timestamp };
const shopper = { visitor_id: id.optional() };
/** Both ids are part of the events that the service sends. */
const orderIds = { order_id: id, platform_order_id: id };
const variant = slug;

const lineItem = z.strictObject({
  product_id: id,
  name: name.optional(),
  quantity,
  unit_price: amount.optional(),
});
/** What the order has, by which people find it. Amounts do not depend on it. */
const lines = {
  line_items: z
    .array(lineItem)
    .max(500, inSchema("mostThings", { count: 500, things: "items" }))
    .optional(),
};

const product = z.strictObject({ id, title: name, variant_id: id, price: amount });

const visit = z.strictObject({
  ...common,
  type: z.literal("visit").describe("A visitor opened a page of the shop."),
  ...shopper,
});

/** By which the results of an offer are told apart. */
const seenAs = {
  placement: slug.optional().describe("Where the offer was seen, as in the answer of GET /offers."),
  trigger_product: id
    .nullable()
    .optional()
    .describe("The product in the cart for which the offer was seen; null if the offer needs none."),
};

const offerShown = z.strictObject({
  ...common,
  type: z.literal("offer.shown").describe("An offer was shown to a shopper."),
  ...shopper,
  upsell_id: recordId,
  ...seenAs,
});

const offerAccepted = z.strictObject({
  ...common,
  type: z
    .literal("offer.accepted")
    .describe("A shopper accepted an offer. Webhook endpoints receive it as upsell.accepted."),
  ...shopper,
  upsell_id: recordId,
  ...seenAs,
  ...orderIds,
  customer_id: id,
  product,
  discount: z.strictObject({ type: slug, value: z.number({ error: inSchema("number") }), amount }),
  /** What the shopper pays for the offer; it counts as revenue from offers. */
  final_price: amount,
});

const offerDeclined = z.strictObject({
  ...common,
  type: z
    .literal("offer.declined")
    .describe("A shopper declined an offer. Webhook endpoints receive it as upsell.declined."),
  ...shopper,
  upsell_id: recordId,
  ...seenAs,
  order_id: id.optional(),
  platform_order_id: id.optional(),
  customer_id: id.optional(),
  product: product.partial({ title: true, variant_id: true, price: true }).optional(),
});

const orderPlaced = z.strictObject({
  ...common,
  type: z.literal("order.placed").describe("An order was placed."),
  ...shopper,
  ...orderIds,
  customer_id: id.optional(),
  /** What the shopper pays in total, including offers accepted so far; later changes are edits. */
  total: amount,
  currency: currencyCode.optional(),
  experiment_variant: variant.optional(),
  ...lines,
  tickets: z
    .array(redeemedWith)
    .max(50, inSchema("mostThings", { count: 50, things: "tickets" }))
    .optional()
    .describe("Tickets to redeem with the order. Needs a secret key."),
});

const line = { product_id: id, quantity };

const orderEdited = z.strictObject({
  ...common,
  type: z
    .literal("order.edited")
    .describe("A placed order was changed. Needs a secret key. Webhook endpoints receive it as order.edited."),
  ...orderIds,
  customer_id: id.optional(),
  edit_type: slug,
  changes: z
    .strictObject({
      items_added: z
        .array(z.strictObject({ ...line, price: amount }))
        .max(500, inSchema("mostThings", { count: 500, things: "items" }))
        .default([]),
      // The specification leaves the elements of these two open; these are our choice.
      items_removed: z
        .array(z.strictObject({ ...line, price: amount.optional() }))
        .max(500, inSchema("mostThings", { count: 500, things: "items" }))
        .default([]),
      quantity_changes: z
        .array(z.strictObject({ product_id: id, from: z.number().int().min(0), to: z.number().int().min(0) }))
        .max(500, inSchema("mostThings", { count: 500, things: "items" }))
        .default([]),
    })
    .prefault({}),
  /** The change of the order's value, which is what the sums count. */
  amount_changed: anyAmount,
  new_total: amount,
  /** All lines as they now stand. */
  ...lines,
});

const orderCancelled = z.strictObject({
  ...common,
  type: z
    .literal("order.cancelled")
    .describe("An order was cancelled. Needs a secret key. Webhook endpoints receive it as order.cancelled."),
  ...orderIds,
  customer_id: id.optional(),
  reason: wellFormed(longText(500)).optional(),
});

const orderReopened = z.strictObject({
  ...common,
  type: z
    .literal("order.reopened")
    .describe("A cancelled order is processed after all, and counts again. Needs a secret key."),
  ...orderIds,
  customer_id: id.optional(),
});

const orderRefunded = z.strictObject({
  ...common,
  type: z.literal("order.refunded").describe("An order was refunded in part or in full. Needs a secret key."),
  order_id: id,
  platform_order_id: id.optional(),
  amount: anyAmount.describe("Less than 0 if an earlier refund failed, or if the shop won a chargeback."),
});

const bundlePurchased = z.strictObject({
  ...common,
  type: z
    .literal("bundle.purchased")
    .describe("A bundle was purchased. Webhook endpoints receive it as bundle.purchased."),
  bundle_id: recordId,
  order_id: id,
  platform_order_id: id.optional(),
  customer_id: id.optional(),
  products: z
    .array(z.strictObject({ id, title: name, quantity }))
    .min(1, inSchema("leastOneThing", { thing: "product" }))
    .max(100, inSchema("mostThings", { count: 100, things: "products" })),
  original_price: amount,
  bundle_price: amount,
});

/** Counts the first charge, so `final_price` of an offer.accepted beside it has only additional payments. */
const subscriptionCreated = z.strictObject({
  ...common,
  type: z
    .literal("subscription.created")
    .describe("A shopper accepted a subscription offer. Webhook endpoints receive it as subscription.created."),
  subscription_id: id,
  upsell_id: recordId,
  ...orderIds,
  customer_id: id,
  product: product.partial({ title: true, variant_id: true, price: true }).optional(),
  interval: z.strictObject({ unit: oneOf(["day", "week", "month", "year"]), count: quantity }),
  /** The price of each renewal, including the first charge. */
  price: amount,
});

const experimentExposed = z.strictObject({
  ...common,
  type: z
    .literal("experiment.exposed")
    .describe(
      "A visitor saw a variant of an experiment. With a publishable key, the variant that GET /offers assigned to the visitor; a shop that assigns variants itself needs a secret key.",
    ),
  experiment_id: recordId,
  visitor_id: id,
  variant,
});

const experimentConverted = z.strictObject({
  ...common,
  type: z
    .literal("experiment.converted")
    .describe(
      "A visitor did what the experiment measures. With a publishable key, it counts once a server confirms an order of the visitor. In an experiment with a plan, only orders count.",
    ),
  experiment_id: recordId,
  visitor_id: id,
  order_id: id.optional(),
});

export const storefrontEvent = z.discriminatedUnion(
  "type",
  [
    visit,
    offerShown,
    offerAccepted,
    offerDeclined,
    orderPlaced,
    orderEdited,
    orderCancelled,
    orderReopened,
    orderRefunded,
    bundlePurchased,
    subscriptionCreated,
    experimentExposed,
    experimentConverted,
  ],
  { error: inSchema("eventType") },
);

export type StorefrontEvent = z.output<typeof storefrontEvent>;
export type StorefrontEventOf<T extends StorefrontEvent["type"]> = Extract<StorefrontEvent, { type: T }>;
export type SaleEvent = StorefrontEventOf<"offer.accepted" | "subscription.created" | "bundle.purchased">;
export const storefrontEventTypes = storefrontEvent.options.map((option) => option.shape.type.value);

const batch = z.strictObject({ events: batchOf("events", maxBatch) });

export const batchShown = z.strictObject({ events: z.array(storefrontEvent).min(1).max(maxBatch) });

const outcome = z.looseObject({
  id: z.string().optional(),
  /**
   * `duplicate`: an event with this id was accepted before, and sending it again changed nothing.
   * `ignored`: what a bot looked at is not counted.
   */
  status: z.enum(["accepted", "duplicate", "ignored", "rejected"]),
  errors: reportErrors,
  /** Of an order with tickets. A refused ticket does not reject its order. */
  tickets: z
    .array(z.looseObject({ id: z.string(), status: z.enum(["redeemed", "refused"]), errors: reportErrors }))
    .optional(),
});

export type IngestOutcome = z.infer<typeof outcome>;

const outcomes = outcomesOf(outcome);

export const storefront = defineContract({
  events: {
    ingest: {
      method: "POST",
      path: "/events",
      scope: storefrontScope,
      roles: [],
      summary: "Report what shoppers did",
      body: batch,
      example: {
        events: [
          { id: "visit_1", type: "visit", occurred_at: "2026-01-15T09:30:00Z", visitor_id: "visitor_1" },
          {
            id: "order_1",
            type: "order.placed",
            occurred_at: "2026-01-15T09:34:00Z",
            visitor_id: "visitor_1",
            order_id: "ord_1",
            platform_order_id: "1001",
            total: 84.9,
            currency: "EUR",
          },
        ],
      },
      response: outcomes,
      extension: true,
    },
  },
  ...storefrontOffers,
  ...storefrontTickets,
});
