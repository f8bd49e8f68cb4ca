import * as z from "zod";
import { hasFields, listExtensions, listOf, nothingToChange, oneOf, pageQuery, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { isRecord } from "../errors.ts";
import { type Raw, readList, readNested, readRecord } from "../read.ts";
import { readRecordAs } from "../read-as.ts";
import { bundleDraft, bundleForm } from "./bundle-draft.ts";
import { bundleSorts, bundleStatuses, bundleTypes } from "./bundle-words.ts";

const bundlePatch = bundleDraft.partial().refine(hasFields, nothingToChange);

/** The specification shows no response fields. Ours repeat the request and add an id and times. */
const bundle = z.looseObject({
  id: z.string(),
  ...bundleForm.partial().shape,
  products: z.array(z.looseObject({ product_id: z.string().optional(), quantity: z.number().optional() })).optional(),
  pricing: z.looseObject({ type: z.string().optional(), value: z.number().optional() }).optional(),
  created_at: timestamp.optional(),
  updated_at: timestamp.optional(),
});

export type Bundle = z.infer<typeof bundle>;

function normalizeBundle(raw: Raw): Bundle {
  const { pricing_type, pricing_value, ...rest } = raw;
  return readRecordAs(bundle, {
    ...rest,
    products: Array.isArray(raw.products) ? raw.products.map(readComponent) : undefined,
    pricing: readNested(raw, "pricing", { type: "pricing_type", value: "pricing_value" }),
  });
}

function readComponent(entry: unknown): Raw {
  return isRecord(entry) ? { ...entry, product_id: entry.product_id ?? entry.id } : { product_id: entry };
}

const one = (body: unknown) => normalizeBundle(readRecord(body, "bundle"));

const reads = { method: "GET", scope: "read:bundles", roles: ["owner", "merchant", "analyst"] } as const;
const writes = { scope: "write:bundles", roles: ["owner", "merchant"] } as const;

/** The specification only lists and creates bundles. Reading and changing a single bundle is our extension. */
export const bundles = defineContract({
  bundles: {
    list: {
      ...reads,
      path: "/bundles",
      summary: "List product bundles",
      query: pageQuery(20).extend({
        type: oneOf(bundleTypes).optional().describe("Only bundles of this type."),
        status: oneOf(bundleStatuses).optional().describe("Only bundles with this status."),
        ...listExtensions(bundleSorts),
      }),
      response: listOf(bundle),
      normalize: (body) => readList(body, "bundles", normalizeBundle),
    },
    create: {
      ...writes,
      method: "POST",
      path: "/bundles",
      summary: "Create a product bundle",
      body: bundleDraft,
      example: {
        name: "Morning set",
        type: "fixed",
        products: [
          { product_id: "prod_beans", quantity: 2 },
          { product_id: "prod_filter", quantity: 1 },
        ],
        pricing: { type: "percentage_off", value: 10 },
      },
      response: bundle,
      status: 201,
      normalize: one,
    },
    get: {
      ...reads,
      path: "/bundles/:id",
      summary: "Read a product bundle",
      response: bundle,
      normalize: one,
      extension: true,
    },
    update: {
      ...writes,
      method: "PUT",
      path: "/bundles/:id",
      summary: "Change or archive a product bundle; only the fields that are sent change",
      body: bundlePatch,
      example: { status: "archived" },
      response: bundle,
      before: "get",
      normalize: one,
      extension: true,
    },
  },
});
