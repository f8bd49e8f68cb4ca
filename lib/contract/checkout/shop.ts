import * as z from "zod";
import { day, oneOf, recordId, textKey, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { productIds } from "../shop-report-fields.ts";
import { applied, place, shopper } from "../storefront-offers.ts";
import { audienceFields, devices, limitFields, otherReasons } from "./audience-words.ts";
import { recommendationKinds } from "./recommendation-words.ts";
import { upsellDraft } from "./upsell-draft.ts";

const contact = z.looseObject({
  /** Accurate to the minute; null if the shop never asked which offers to show. */
  offers_asked_at: timestamp.nullable(),
  /** Accurate to the minute; null if the service never accepted an event of the shop. */
  events_sent_at: timestamp.nullable(),
  /** Accurate to the minute; null if no order ever arrived. */
  order_reported_at: timestamp.nullable(),
  /** How long after its time the latest visit arrived. Far from zero, a clock is wrong. */
  clock_skew_seconds: z.number().nullable(),
  /** Events that were refused in the last 24 hours, most frequent first. Type and field are empty if they are unknown. */
  refused: z.array(
    z.looseObject({
      type: z.string(),
      field: z.string(),
      message: z.string(),
      message_key: textKey,
      count: z.number().int(),
    }),
  ),
  /** Those that pages may use, newest first. `key` is null if it was made before publishable keys were kept. */
  publishable_keys: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      key: z.string().nullable(),
      last_four: z.string(),
      last_used_at: timestamp.nullable(),
    }),
  ),
  /** Whether orders that only pages reported count as revenue, as the settings say. */
  count_unconfirmed: z.boolean(),
  /** Orders since the latest confirmed one that do not count as revenue, because only pages reported them; at most 100. */
  uncounted_orders: z.number().int(),
  as_of: timestamp,
});

export type ShopContact = z.infer<typeof contact>;

const showings = z.looseObject({
  total: z.number().int(),
  last_24_hours: z.number().int(),
  /** Known only as long as single events are kept; null after that, or without a showing. */
  last_at: timestamp.nullable(),
  /** The day of the latest showing in the store's time zone, which is kept longer than `last_at`. */
  last_on: day.nullable(),
  as_of: timestamp,
});

const explanation = z.looseObject({
  /** Those that are shown, best first, and then those that the cart triggers. */
  offers: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      /** Null if the offer is shown. */
      stopped_by: oneOf([...otherReasons, ...audienceFields, ...limitFields]).nullable(),
      /** With `follows`, the offers that the shopper has to answer first. */
      after: z.array(z.string()).optional(),
      /** Of an offer that is shown, with the orders or the units that it was recommended by. */
      product_id: z.string().nullable(),
      recommended: z
        .looseObject({
          kind: oneOf(recommendationKinds),
          with: z.string().optional().describe("The product in the cart with which it is bought together."),
          together: z.number().int().optional(),
          orders: z.number().int().optional(),
          category: z.string().optional(),
          units: z.number().int().optional(),
        })
        .nullable(),
    }),
  ),
  most_offers: z.number().int(),
  /** Experiments on which this answer depends. */
  applied,
  /** True if the visitor takes part in no experiment, because of the share that is held out. */
  held_out: z.boolean(),
});

export type Explanation = z.infer<typeof explanation>;

const reads = { method: "GET", scope: "read:upsells", roles: ["owner", "merchant", "analyst"] } as const;

/** Our extension: the specification does not say how a shop and the service reach each other. */
export const shop = defineContract({
  shop: {
    contact: {
      ...reads,
      path: "/shop",
      summary: "Read when the shop last called the storefront API",
      response: contact,
      extension: true,
    },
    preview: {
      method: "POST",
      scope: "write:upsells",
      roles: ["owner", "merchant"],
      path: "/shop/previews",
      summary: "Make a token that shows a draft offer in the shop for 15 minutes",
      body: upsellDraft.partial({ trigger_products: true, status: true }).extend({
        language: shopper.language.describe(
          "The language whose texts the preview shows, whatever that of the page is.",
        ),
      }),
      example: {
        name: "Leather care kit",
        product_id: "prod_care_kit",
        discount: { type: "percentage", value: 15 },
        placement: "cart",
      },
      response: z.looseObject({ token: z.string(), expires_at: timestamp }),
      status: 201,
      unaudited: true,
      extension: true,
    },
    explain: {
      ...reads,
      path: "/shop/explanation",
      summary: "Explain which offers a shopper sees, and what keeps the others from them",
      query: z.object({
        upsell_id: recordId
          .optional()
          .describe("Of the offers that are not shown, only this one. The default is all that the cart triggers."),
        ...shopper,
        device: oneOf(devices).optional().describe("The shopper’s device."),
        cart: productIds.optional().describe("IDs of the products in the cart, separated by commas."),
        ...place,
      }),
      response: explanation,
      extension: true,
    },
    showings: {
      ...reads,
      path: "/upsells/:id/showings",
      summary: "Count how often the shop reported showing an upsell offer",
      response: showings,
      extension: true,
    },
  },
});
