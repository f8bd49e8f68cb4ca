import * as z from "zod";
import { listOf, oneOf, pageQuery, slug, text, timestamp, webUrl } from "../common.ts";
import { defineContract } from "../define.ts";
import { inSchema } from "../sentences.ts";
import { batchOf, id, name, productIds, reportErrors } from "../shop-report-fields.ts";
import { categories } from "./categories.ts";
import { productStatuses } from "./product-words.ts";

const maxProducts = 500;
/** As many as Shopify allows. */
export const maxVariants = 2048;

const priceError = "Must be an amount from 0 to 1000000000.";
const amount = z.number({ error: priceError }).min(0, priceError).max(1e9, priceError);
const stockError = inSchema("wholeFrom", { least: "-1000000000", most: 1000000000 });

/** What is sold without being in stock makes the number negative. */
const stock = z.number({ error: stockError }).int(stockError).min(-1e9, stockError).max(1e9, stockError);

const compareAt = amount
  .nullish()
  .describe(
    "What it cost before. Shoppers see it struck through if it is higher than the price. No discount counts from it.",
  );

const variantDraft = z.strictObject({
  id,
  title: name.nullish(),
  price: amount.nullish(),
  compare_at_price: compareAt,
  stock: stock.nullish().describe("Null or left out if the shop does not count it."),
  image_url: webUrl.nullish(),
});

/** A field that is not sent is unknown from then on. */
export const productDraft = z.strictObject({
  id,
  title: name,
  price: amount.nullish(),
  compare_at_price: compareAt,
  tax_included: z
    .boolean({ error: "Must be true or false." })
    .nullish()
    .describe("Whether the prices contain tax, which shoppers read beside them. Null or left out if it is not known."),
  image_url: webUrl.nullish(),
  url: webUrl.nullish(),
  handle: name.nullish().describe("The name of the product in the addresses of the shop."),
  status: oneOf(productStatuses).default("active").describe("Only an active product is offered."),
  categories: categories.default([]).describe("The categories of the product, by their names in the shop."),
  variants: z
    .array(variantDraft)
    .max(maxVariants, inSchema("mostThings", { count: maxVariants, things: "variants" }))
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, "Add each variant once.")
    .default([]),
  source: slug.default("api"),
});

const product = z.looseObject({
  id: z.string(),
  title: z.string(),
  /** In major units of the store's currency; null if the service does not know it. */
  price: z.number().nullable(),
  compare_at_price: z.number().nullable(),
  tax_included: z.boolean().nullable(),
  image_url: z.string().nullable(),
  url: z.string().nullable(),
  handle: z.string().nullable(),
  status: z.enum(productStatuses),
  categories: z.array(z.string()),
  variants: z.array(
    z.looseObject({
      id: z.string(),
      title: z.string().nullable(),
      price: z.number().nullable(),
      compare_at_price: z.number().nullable(),
      /** Null if the shop does not count it. */
      stock: z.number().int().nullable(),
      image_url: z.string().nullable(),
    }),
  ),
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
            compare_at_price: 29.9,
            tax_included: true,
            image_url: "https://shop.example.com/images/care-kit.webp",
            url: "https://shop.example.com/care-kit",
            handle: "leather-care-kit",
            status: "active",
            categories: ["Care"],
            variants: [
              { id: "var_care_kit_brown", title: "Brown", price: 24.9, stock: 12 },
              { id: "var_care_kit_black", title: "Black", price: 24.9, stock: 0 },
            ],
          },
        ],
      },
      response: z.looseObject({ data: z.array(outcome), saved: z.number().int(), rejected: z.number().int() }),
      extension: true,
    },
  },
});
