import * as z from "zod";
import { currencyCode, externalId, recordId, text, timestamp, wholeFrom } from "./common.ts";
import { defineContract } from "./define.ts";
import { storefrontScope } from "./scopes.ts";
import { inSchema } from "./sentences.ts";
import { amount, id, quantity } from "./shop-report-fields.ts";
import { applied, place, shopper } from "./storefront-offers.ts";

/** What is accepted, and the question that it answered. */
const acceptance = z
  .strictObject({
    upsell_id: recordId.optional().describe("The accepted offer."),
    product_id: externalId
      .optional()
      .describe("The product that was offered. The default is the one that the offer now has for this cart."),
    variant_id: externalId
      .optional()
      .describe("The variant of the offered product. The default is the first one in stock."),
    quantity: quantity
      .optional()
      .describe("How many pieces the shopper takes. The default is the least that the offer allows."),
    bundle_id: recordId.optional().describe("The accepted bundle. Send one of the two."),
    ...shopper,
    cart: z
      .array(id)
      .max(200, inSchema("mostThings", { count: 200, things: "products" }))
      .default([])
      .describe("IDs of the products in the cart."),
    ...place,
    product: id.optional().describe("For a bundle: a product that it contains."),
    products: z
      .array(z.strictObject({ product_id: externalId, quantity: wholeFrom(1, 1000) }))
      .min(1, inSchema("leastOneThing", { thing: "product" }))
      .max(100, inSchema("mostThings", { count: 100, things: "products" }))
      .optional()
      .describe("For a bundle with a `choice`: what the shopper chose."),
  })
  .refine(({ upsell_id, bundle_id }) => (upsell_id === undefined) !== (bundle_id === undefined), {
    path: ["upsell_id"],
    error: inSchema("upsellOrBundle"),
  })
  .refine(({ bundle_id, products }) => !products || bundle_id !== undefined, {
    path: ["products"],
    error: inSchema("unknownField"),
  })
  .refine(({ bundle_id, quantity }) => bundle_id === undefined || quantity === undefined, {
    path: ["quantity"],
    error: inSchema("bundleQuantity"),
  });

const of = { id: z.string(), upsell_id: z.string().optional(), bundle_id: z.string().optional() };

/** Prices are those of the whole line. Together, those of all lines are the price of the ticket. */
const line = z.looseObject({
  product_id: z.string(),
  variant_id: z.string().optional(),
  quantity: z.number().int(),
  list_price: z.number(),
  price: z.number(),
});

const issued = z.looseObject({
  ...of,
  ticket: z
    .string()
    .describe("The signed ticket (JWS, EdDSA). The keys are at /services/checkout/.well-known/jwks.json."),
  currency: currencyCode,
  list_price: z.number(),
  price: z.number().describe("What the shop charges for all lines together."),
  lines: z.array(line),
  applied,
  visitor_id: z.string().optional(),
  issued_at: timestamp,
  expires_at: timestamp,
});

/** Of an order, as in `order.placed`. */
export const redeemedWith = z.strictObject({
  id: recordId,
  charged: amount.optional().describe("What the shop charged for the ticket. The default is the price of the ticket."),
});

const redemption = z.strictObject({
  order_id: id,
  platform_order_id: id,
  customer_id: id.optional(),
  charged: redeemedWith.shape.charged,
  occurred_at: timestamp.optional().describe("When the order was placed. The default is now."),
  ticket: text(8000).optional().describe("The signed ticket, for a shop that does not verify its signature."),
});

const redeemed = z.looseObject({
  ...of,
  order_id: z.string(),
  currency: currencyCode,
  price: z.number(),
  charged: z.number(),
  redeemed_at: timestamp,
});

export const storefrontTickets = defineContract({
  tickets: {
    create: {
      method: "POST",
      path: "/tickets",
      scope: storefrontScope,
      roles: [],
      summary: "Get a ticket for an accepted offer or bundle, by which the shop charges its price",
      body: acceptance,
      example: { upsell_id: "ups_a", visitor_id: "visitor_1", cart: ["prod_boots"], placement: "post_purchase" },
      response: issued,
      status: 201,
      extension: true,
    },
    code: {
      method: "POST",
      path: "/tickets/:id/code",
      scope: storefrontScope,
      roles: [],
      summary: "Get the discount code of a ticket, for a shop on Shopify whose app is connected",
      response: z.looseObject({
        id: z.string(),
        code: z
          .string()
          .nullable()
          .describe("Null if Shopify made none in time, or if the ticket has the list price and needs none."),
      }),
      extension: true,
      errors: [409],
    },
    changeset: {
      method: "POST",
      path: "/tickets/:id/changeset",
      scope: storefrontScope,
      roles: [],
      summary: "Get what adds an accepted offer to the order just placed, on the page after the purchase in Shopify",
      body: z.strictObject({ token: text(20_000).describe("The token that Shopify gives to the page.") }),
      example: { token: "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl" },
      response: z.looseObject({ id: z.string(), token: z.string().describe("For `applyChangeset` of the page.") }),
      extension: true,
      errors: [409],
    },
    redeem: {
      method: "POST",
      path: "/tickets/:id/redeem",
      scope: storefrontScope,
      roles: [],
      summary: "Redeem a ticket with the order for which the shop charged it; needs a secret key",
      body: redemption,
      example: { order_id: "ord_2", platform_order_id: "1002", charged: 19.92 },
      response: redeemed,
      extension: true,
    },
  },
});
