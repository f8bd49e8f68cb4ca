import * as z from "zod";
import { currencyCode, oneOf, slug, text } from "./common.ts";
import { defineContract } from "./define.ts";
import { storefrontScope } from "./scopes.ts";
import { inSchema } from "./sentences.ts";
import { id, productIds } from "./shop-report-fields.ts";

/** What a shop says about its shopper. */
export const shopper = {
  visitor_id: id
    .optional()
    .describe("The shopper’s ID from the shop’s own cookie. Without it, no variants are returned."),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, inSchema("country", { example: "DE" }))
    .optional()
    .describe("The shopper’s country. The default is what a proxy before the service says."),
  affiliate: oneOf(["1"]).optional().describe("Sent if the shopper came through an affiliate’s link."),
  // Whatever stands in an address must not keep offers from a page.
  campaign: z
    .string()
    .max(4000)
    .optional()
    .describe("The value of utm_campaign in the address by which the shopper came."),
  language: text(100)
    .optional()
    .describe(
      "The language of the page, such as de-AT. Offers and bundles are answered with the texts to show with them.",
    ),
};
/** Where in the shop an offer is shown. */
export const place = {
  placement: slug.optional().describe("Only offers for this placement. The default is all placements."),
  order: id.optional().describe("The order just placed. Offers that were accepted for it are left out."),
};

/** Only for a question with a language. English if there are no texts in it. */
const texts = { language: z.string().optional(), words: z.record(z.string(), z.string()).optional() };

const offersQuery = z.object({
  ...shopper,
  cart: productIds.optional().describe("IDs of the products in the cart, separated by commas."),
  ...place,
  preview: text(4000)
    .optional()
    .describe(
      "A token of a draft offer, made by POST /shop/previews. Only this draft is returned, and nothing counts.",
    ),
});

const assignment = z.looseObject({ experiment_id: z.string(), variant: z.string() });
/** The experiments on which this answer depends. The shop reports that the visitor was exposed to them. */
export const applied = z.array(assignment);

/** Amounts are in major units of the currency; null is unknown. */
const price = z.number().nullable();
const shownProduct = z
  .looseObject({
    id: z.string(),
    title: z.string(),
    price,
    compare_at_price: price.describe("What it cost before; shown struck through if it is higher than the price."),
    tax_included: z.boolean().nullable().describe("Whether the prices contain tax; null if it is not known."),
    image_url: z.string().nullable(),
    url: z.string().nullable(),
  })
  .nullable();

/** Amounts are those of one piece, and what the shopper pays is as many times as much. */
const pieces = z
  .looseObject({ least: z.number().int(), most: z.number().int() })
  .describe("From how many to how many pieces the shopper may take. Without a choice, both are the same.");

const variantOfProduct = z.looseObject({
  id: z.string(),
  title: z.string().nullable(),
  image_url: z.string().nullable(),
  price,
  compare_at_price: price,
  final_price: price,
  quantity: pieces,
});

const ownWords = z.looseObject({
  language: z.string(),
  headline: z.string().optional(),
  text: z.string().optional(),
  accept: z.string().optional(),
  decline: z.string().optional(),
});

/** Without the name, by which only the merchant's team knows the offer. */
const offer = z.looseObject({
  id: z.string(),
  product_id: z.string(),
  discount: z.looseObject({ type: z.string(), value: z.number() }),
  placement: z.string(),
  trigger_product: z
    .string()
    .nullable()
    .describe("The product in the cart that triggers the offer; null if it needs none."),
  product: shownProduct,
  variants: z
    .array(variantOfProduct)
    .optional()
    .describe("Those in stock, if there is a choice. The first one is offered unless the shopper chooses another."),
  price,
  compare_at_price: price,
  final_price: price,
  quantity: pieces,
  words: ownWords
    .optional()
    .describe("What this offer says in the language of the page. What is left out is as in `words` of the answer."),
});

const leadingTo = <T extends z.ZodObject>(next: T) =>
  offer.extend({
    after: z
      .looseObject({ accepted: next.optional(), declined: next.optional() })
      .optional()
      .describe("The offers to show next, in its place: after it was accepted, and after it was declined."),
  });

const offers = z.looseObject({
  currency: currencyCode,
  offers: z.array(leadingTo(leadingTo(offer))),
  /** The variant of this visitor in each running experiment that the shop itself applies, the same at every call. */
  experiments: z.array(assignment),
  applied,
  cooldown_hours: z.number().describe("For so long, this visitor does not see an offer again that they declined."),
  preview: z.literal(true).optional(),
  /** Why a preview has no offer. */
  withheld: z
    .string()
    .optional()
    .describe("Why the product of a preview is not offered: draft, archived, deleted or sold_out."),
  ...texts,
});

const bundle = z.looseObject({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  products: z.array(
    z.looseObject({
      product_id: z.string(),
      quantity: z.number(),
      most: z.number().optional().describe("As many of it can be chosen at most, in a bundle with a `choice`."),
      product: shownProduct,
    }),
  ),
  choice: z
    .looseObject({ least: z.number(), most: z.number() })
    .optional()
    .describe(
      "How many items the shopper chooses from the products, which are those in stock. Of a mix or a box only.",
    ),
  pricing: z.looseObject({ type: z.string(), value: z.number() }),
  /** Null as well if it depends on what the shopper puts in. */
  original_price: price,
  price,
});

export const storefrontOffers = defineContract({
  offers: {
    list: {
      method: "GET",
      path: "/offers",
      scope: storefrontScope,
      roles: [],
      summary: "Read the offers and variants to show to a shopper",
      query: offersQuery,
      response: offers,
      cache: "private, max-age=5",
      extension: true,
    },
  },
  bundles: {
    list: {
      method: "GET",
      path: "/bundles",
      scope: storefrontScope,
      roles: [],
      summary: "Read the bundles to show to a shopper",
      query: z.object({
        ...shopper,
        product: id.optional().describe("Only bundles that contain the product with this ID."),
      }),
      response: z.looseObject({ currency: currencyCode, bundles: z.array(bundle), applied, ...texts }),
      cache: "private, max-age=5",
      extension: true,
    },
  },
});
