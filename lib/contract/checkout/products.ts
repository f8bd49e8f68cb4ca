import * as z from "zod";
import { listOf, pageQuery, slug, text, timestamp, webUrl } from "../common.ts";
import { defineContract } from "../define.ts";
import { batchOf, id, name, productIds, reportErrors } from "../reported.ts";

const maxProducts = 500;

const priceError = "Must be an amount from 0 to 1000000000.";

/** A field that is not sent is unknown from then on. */
export const productDraft = z.strictObject({
  id,
  title: name,
  price: z.number({ error: priceError }).min(0, priceError).max(1e9, priceError).nullish(),
  image_url: webUrl.nullish(),
  url: webUrl.nullish(),
  source: slug.default("api"),
});

const product = z.looseObject({
  id: z.string(),
  title: z.string(),
  /** In major units of the store's currency; null if the service does not know it. */
  price: z.number().nullable(),
  image_url: z.string().nullable(),
  url: z.string().nullable(),
  source: z.string(),
  updated_at: timestamp,
});

const outcome = z.looseObject({
  id: z.string().optional(),
  status: z.enum(["saved", "rejected"]),
  errors: reportErrors,
});

export type ProductDraft = z.output<typeof productDraft>;
export type ProductOutcome = z.infer<typeof outcome>;

/** Our extension: the specification has only the ids of products. */
export const products = defineContract({
  products: {
    list: {
      method: "GET",
      path: "/products",
      scope: "read:upsells",
      roles: ["owner", "merchant", "analyst"],
      summary: "List products of the shop by title",
      query: pageQuery(20).extend({
        ids: productIds.optional().describe("Only these products: IDs separated by commas."),
        search: text(100).optional().describe("Part of a title, or a complete ID."),
      }),
      response: listOf(product),
      extension: true,
    },
    save: {
      method: "PUT",
      path: "/products",
      scope: "write:upsells",
      roles: ["owner", "merchant"],
      summary: "Add or replace products of the shop",
      body: z.strictObject({ products: batchOf("products", maxProducts) }),
      example: {
        products: [
          {
            id: "prod_care_kit",
            title: "Leather care kit",
            price: 24.9,
            image_url: "https://shop.example.com/images/care-kit.webp",
            url: "https://shop.example.com/care-kit",
          },
        ],
      },
      response: z.looseObject({ data: z.array(outcome), saved: z.number().int(), rejected: z.number().int() }),
      extension: true,
    },
  },
});
