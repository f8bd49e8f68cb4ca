import * as z from "zod";
import { extension, externalId, listExtensions, listOf, oneOf, pageQuery, slug, text, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { isRecord } from "../errors.ts";
import { type Raw, readAs, readList, readNested, readRecord } from "../read.ts";

export const bundleTypes = ["fixed", "mix_match", "build_a_box"] as const;
export const bundleStatuses = ["active", "draft", "archived"] as const;
/** The specification shows "percentage_off"; the others are ours, and another API may know more. */
export const pricingTypes = ["percentage_off", "amount_off", "fixed_price"] as const;
/** Ours: the specification shows no sorting for this list. */
export const bundleSorts = ["created_at", "name", "type", "status"] as const;

const quantity = "Must be a whole number from 1 to 1000.";
const component = z.strictObject({
  product_id: externalId,
  quantity: z.number({ error: quantity }).int(quantity).min(1, quantity).max(1000, quantity),
});

/** Limits of the value are not shown: those of an upsell's discount are taken over. */
const pricing = z.strictObject({ type: slug, value: z.number() }).superRefine(({ type, value }, context) => {
  const [low, high] = type === "percentage_off" ? [1, 100] : [0.0001, 1_000_000];
  if (value >= low && value <= high) return;
  const words = type === "percentage_off" ? "between 1 and 100" : "more than 0 and at most 1000000";
  context.addIssue({ code: "custom", path: ["value"], message: `Must be ${words}.` });
});

export const bundleDraft = z.strictObject({
  name: text(120),
  type: oneOf(bundleTypes),
  products: z.array(component).min(1, "At least one product.").max(100, "At most 100 products."),
  pricing,
  /** Not in the specified request. There is no update either, so our service makes a bundle active unless told. */
  status: oneOf(bundleStatuses).optional().meta(extension),
});

/** Response fields are not shown: ours repeat the request, with an id and times. */
export const bundle = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  type: z.string().optional(),
  status: z.string().optional(),
  products: z.array(z.looseObject({ product_id: z.string().optional(), quantity: z.number().optional() })).optional(),
  pricing: z.looseObject({ type: z.string().optional(), value: z.number().optional() }).optional(),
  created_at: timestamp.optional(),
  updated_at: timestamp.optional(),
});

export type Bundle = z.infer<typeof bundle>;
export type BundleDraft = z.infer<typeof bundleDraft>;

export const knownBundleFields = Object.keys(bundle.shape);

/** Pricing nested or flat; products as objects or as plain ids. */
export function normalizeBundle(raw: Raw): Bundle {
  return readAs(bundle, {
    ...raw,
    products: Array.isArray(raw.products) ? raw.products.map(readComponent) : undefined,
    pricing: readNested(raw, "pricing", { type: "pricing_type", value: "pricing_value" }),
  });
}

function readComponent(entry: unknown): Raw {
  return isRecord(entry) ? { ...entry, product_id: entry.product_id ?? entry.id } : { product_id: entry };
}

export const bundles = defineContract({
  bundles: {
    list: {
      method: "GET",
      path: "/bundles",
      scope: "read:bundles",
      roles: ["owner", "merchant", "analyst"],
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
      method: "POST",
      path: "/bundles",
      scope: "write:bundles",
      roles: ["owner", "merchant"],
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
      normalize: (body) => normalizeBundle(readRecord(body, "bundle")),
    },
  },
});
