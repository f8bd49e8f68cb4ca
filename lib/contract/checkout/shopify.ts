import * as z from "zod";
import { confirmation, day, oneOf, text, textKey, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { inSchema } from "../sentences.ts";
import { withoutCode } from "./shopify-words.ts";

const plain = (least: number) =>
  text(200)
    .min(least, inSchema("atLeastCharacters", { count: least }))
    .regex(/^[\u0021-\u007e]+$/, inSchema("plainSecret"));

const app = z.strictObject({
  shop: plain(1).describe("The shop’s own address at Shopify, such as my-shop.myshopify.com."),
  client_id: plain(8).describe("Of the app, which is in the same organization as the shop."),
  client_secret: plain(8).optional().describe("May be left out to keep the one that is set."),
  without_code: oneOf(withoutCode).describe("What becomes of offers while Shopify makes no discount codes."),
});

const part = z.looseObject({ done_at: timestamp.nullable(), count: z.number().int() });

const state = z.looseObject({
  /** Null until an app is connected. */
  app: z
    .looseObject({
      shop: z.string(),
      client_id: z.string(),
      without_code: z.string(),
      connected_at: timestamp,
      webhooks: part,
      products: part,
      /** Of the last 60 days, which an app may read. */
      orders: part,
      /** Since when no discount code can be made; offers are then shown as `without_code` says. */
      failing_since: timestamp.nullable(),
      error: z.looseObject({ message: z.string(), message_key: textKey }).nullable(),
    })
    .nullable(),
  api_version: z.string(),
  /** From this day, Shopify no longer supports the version, and Cartwright must be newer. */
  api_version_ends_on: day,
  as_of: timestamp,
});

export type ShopifyState = z.infer<typeof state>;

const keeps = { path: "/shop/shopify", scope: "write:settings", roles: ["owner"], extension: true } as const;

/** Our extension: the app of a shop on Shopify, by which products and orders are read and discount codes made. */
export const shopify = defineContract({
  shopify: {
    get: {
      method: "GET",
      path: "/shop/shopify",
      scope: "read:orders",
      roles: ["owner", "merchant", "analyst"],
      summary: "Read how the shop’s app at Shopify is connected",
      response: state,
      extension: true,
    },
    connect: {
      ...keeps,
      method: "PUT",
      summary: "Connect the shop’s app at Shopify",
      body: app,
      example: {
        shop: "my-shop.myshopify.com",
        client_id: "0123456789abcdef0123456789abcdef",
        client_secret: "shpss_0123456789abcdef0123456789abcdef",
        without_code: "list_price",
      },
      response: state,
    },
    disconnect: {
      ...keeps,
      method: "DELETE",
      summary: "Disconnect the shop’s app at Shopify, and remove its webhooks there",
      response: confirmation,
    },
  },
});
