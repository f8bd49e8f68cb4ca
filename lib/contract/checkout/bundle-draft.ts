import * as z from "zod";
import { extension, externalId, nameText, oneOf, slug, wholeFrom } from "../common.ts";
import { inSchema } from "../sentences.ts";
import { bundleStatuses, bundleTypes } from "./bundle-words.ts";
import { outOfRange } from "./upsell-draft.ts";

const component = z.strictObject({ product_id: externalId, quantity: wholeFrom(1, 1000) });

/** The specification shows no limits for the value; those of an offer's discount are used. */
const number = z.number({ error: inSchema("number") });
const pricing = z.strictObject({ type: slug, value: number }).superRefine(({ type, value }, context) => {
  const [low, high] = type === "percentage_off" ? [1, 100] : [0.0001, 1_000_000];
  if (value >= low && value <= high) return;
  context.addIssue({ code: "custom", path: ["value"], message: outOfRange(type === "percentage_off") });
});

export const bundleDraft = z.strictObject({
  name: nameText(120),
  type: oneOf(bundleTypes),
  /** Not part of the specified request: our service makes a bundle active by default. */
  status: oneOf(bundleStatuses).optional().meta(extension),
  products: z
    .array(component)
    .min(1, inSchema("leastOneThing", { thing: "product" }))
    .max(100, inSchema("mostThings", { count: 100, things: "products" })),
  pricing,
});

/** The form accepts types and statuses that only another API knows, and lets that API decide. */
export const bundleForm = bundleDraft.extend({ type: slug, status: slug });

export type BundleDraft = z.infer<typeof bundleDraft>;
export type BundleForm = z.infer<typeof bundleForm>;
