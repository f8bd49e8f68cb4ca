import * as z from "zod";
import { categories } from "../checkout/categories.ts";
import { productStatuses } from "../checkout/product-words.ts";
import {
  confirmation,
  currencyCode,
  externalId,
  nameText,
  oneOf,
  pageQuery,
  pagination,
  text,
  timestamp,
  webUrl,
} from "../common.ts";
import { defineContract } from "../define.ts";
import { inSchema } from "../sentences.ts";
import { csvText, dryRun, largestCsvBody } from "./jobs.ts";

export const rememberedKinds = ["product", "webhook_endpoint", "order", "customer"] as const;

const item = z.object({
  kind: z.enum(rememberedKinds),
  id: z.string(),
  name: z.string().nullable(),
  price: z.string().nullable(),
  currency: z.string().nullable(),
  /** Of a product of our own service. Only an active one is offered. */
  status: z.enum([...productStatuses, "deleted"]).optional(),
  /** Of a product of our own service. */
  categories: z.array(z.string()).optional(),
  /** Of a product of our own service: how many variants it has, and how many of it there are if the shop counts them. */
  variants: z.number().optional(),
  stock: z.number().nullable().optional(),
  /** Of the variant of which there are most. */
  most_in_stock: z.number().nullable().optional(),
  compare_at_price: z.string().nullable().optional(),
  tax_included: z.boolean().nullable().optional(),
  extra: z.record(z.string(), z.unknown()),
  has_secret: z.boolean(),
  first_seen: timestamp,
  last_seen: timestamp,
  times: z.number(),
});

const importDraft = z.strictObject({ csv: csvText });

export type Remembered = z.infer<typeof item>;

const amount = z.string().regex(/^\d{1,12}(\.\d{1,4})?$/, inSchema("amount", { example: "12.50" }));

export const rememberedDraft = z.strictObject({
  id: externalId,
  name: nameText(200).nullable().optional(),
  price: amount.nullable().optional(),
  compare_at_price: amount.nullable().optional(),
  tax_included: z.boolean({ error: "Must be true or false." }).nullable().optional(),
  currency: currencyCode.nullable().optional(),
  image_url: webUrl.nullable().optional(),
  url: webUrl.nullable().optional(),
  status: oneOf(productStatuses).optional(),
  categories: categories.optional(),
});

const productsCsv = "id,name,price,currency\nprod_boots,Boots,89.00,EUR";
const params = z.object({ kind: oneOf(rememberedKinds) });

/** Products, endpoints and orders that the dashboard has seen and that the APIs cannot list. */
export const remembered = defineContract({
  remembered: {
    list: {
      method: "GET",
      path: "/remembered/:kind",
      params,
      roles: ["owner", "merchant", "analyst"],
      summary: "List or search remembered items, newest first",
      query: pageQuery(25).extend({
        search: text(200).optional().describe("Part of a name or an ID, including the platform’s ID."),
      }),
      response: z.object({ data: z.array(item), pagination }),
    },
    /** The ids are in the body, because ids of platforms are free text and a record may name many of them. */
    look_up: {
      method: "POST",
      path: "/remembered/:kind/look-up",
      params,
      roles: ["owner", "merchant", "analyst"],
      summary: "Read remembered items by their IDs",
      body: z.strictObject({
        ids: z.array(externalId).max(500, inSchema("mostThings", { count: 500, things: "entries" })),
      }),
      example: { ids: ["prod_boots", "prod_care_kit"] },
      response: z.object({ data: z.array(item) }),
      unaudited: true,
    },
    dry_run: {
      method: "POST",
      path: "/remembered/:kind/dry-run",
      params,
      roles: ["owner", "merchant"],
      summary: "Check each line of a CSV file with names and prices without changing anything",
      body: importDraft,
      largestBody: largestCsvBody,
      example: { csv: productsCsv },
      response: dryRun,
      unaudited: true,
    },
    import_csv: {
      method: "POST",
      path: "/remembered/:kind/csv",
      params,
      roles: ["owner", "merchant"],
      summary: "Import names and prices from a CSV file",
      body: importDraft,
      largestBody: largestCsvBody,
      example: { csv: productsCsv },
      response: z.object({ written: z.number() }),
    },
    put: {
      method: "PUT",
      path: "/remembered/:kind",
      params,
      roles: ["owner", "merchant"],
      summary: "Set a name or a price",
      body: rememberedDraft,
      example: { id: "prod_boots", name: "Boots", price: "89.00", currency: "EUR" },
      response: item,
    },
    delete: {
      method: "DELETE",
      path: "/remembered/:kind",
      params,
      roles: ["owner", "merchant"],
      summary: "Delete a name and a price",
      // The id is sent in the query, because platform ids are free text that no path accepts.
      query: z.object({ id: externalId.describe("ID of the item.") }),
      response: confirmation,
    },
  },
});
