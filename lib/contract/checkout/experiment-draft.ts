import * as z from "zod";
import {
  hasFields,
  longText,
  nameText,
  numberFrom,
  oneOf,
  recordId,
  relativeEffect,
  slug,
  timestamp,
  webUrl,
  wholeFrom,
} from "../common.ts";
import { inSchema, sentence } from "../sentences.ts";
import { audience } from "./audience.ts";
import { cartConditions } from "./audience-words.ts";
import { bundleDraft } from "./bundle-draft.ts";
import { experimentMetrics, guardrails, largestHoldout } from "./experiment-words.ts";
import { upsellDraft } from "./upsell-draft.ts";

/** What shoppers of a variant see instead of the live offer. Title and picture are those of the product. */
const offerChange = z
  .strictObject({
    upsell_id: recordId,
    off: z.literal(true).optional(),
    ...upsellDraft.pick({ product_id: true, discount: true, placement: true }).partial().shape,
    title: nameText(200).optional(),
    image_url: webUrl.optional(),
    /** Before all other offers. */
    first: z.literal(true).optional(),
  })
  .superRefine(({ upsell_id: _, off, ...changed }, context) => {
    const count = Object.values(changed).filter((value) => value !== undefined).length;
    if (!off && count === 0) context.addIssue({ code: "custom", path: [], message: inSchema("chooseChange") });
    if (off && count > 0) {
      context.addIssue({ code: "custom", path: ["off"], message: inSchema("offHasNoOther") });
    }
  });

const bundleChange = z.strictObject({ bundle_id: recordId, pricing: bundleDraft.shape.pricing });

export const mostOffers = wholeFrom(1, 20);
/** Events, from which declined offers are known, are kept for at least 30 days. */
export const cooldownHours = wholeFrom(0, 720);
const settingsChange = z
  .strictObject({ max_offers_per_checkout: mostOffers.optional(), cooldown_hours: cooldownHours.optional() })
  .refine(hasFields, inSchema("chooseChange"));

const onlyOnce = <T extends object>(key: keyof T) => ({
  check: (list: readonly T[]) => new Set(list.map((one) => one[key])).size === list.length,
  error: inSchema("namedTwice"),
});
const offers = onlyOnce<z.infer<typeof offerChange>>("upsell_id");
const bundles = onlyOnce<z.infer<typeof bundleChange>>("bundle_id");

export const variantChanges = z.strictObject({
  offers: z
    .array(offerChange)
    .max(20, inSchema("mostThings", { count: 20, things: "offers" }))
    .refine(offers.check, offers.error)
    .default([]),
  bundles: z
    .array(bundleChange)
    .max(20, inSchema("mostThings", { count: 20, things: "bundles" }))
    .refine(bundles.check, bundles.error)
    .default([]),
  settings: settingsChange.optional(),
});

const variant = z.strictObject({
  name: slug,
  /** The variant's share of the visitors, in relation to the other weights. */
  weight: wholeFrom(1, 10_000).default(1),
  label: nameText(60).optional(),
  changes: variantChanges.optional(),
});

export const variants = z
  .array(variant)
  .min(2, inSchema("leastVariants"))
  .max(10, inSchema("mostThings", { count: 10, things: "variants" }))
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, inSchema("differentNames"));

export const experimentPlan = z
  .strictObject({
    hypothesis: longText(500).optional(),
    metric: oneOf(experimentMetrics).default("conversion"),
    guardrails: z.array(oneOf(guardrails)).default([]),
    /** The smallest relative change of the metric that would matter: 0.1 is ten percent. */
    effect: relativeEffect.default(0.1),
    /** Whether a guardrail that is broken pauses the experiment. */
    stops_on_breach: z.boolean({ error: "Must be true or false." }).default(false),
    /** The share of the fitting visitors who take part. */
    traffic: numberFrom(0.01, 1, inSchema("between", { least: "1 %", most: "100 %" })).default(1),
    /** A visitor takes part in at most one experiment of a group. */
    group: slug.optional(),
    audience: audience.default({}),
    starts_at: timestamp.optional(),
    ends_at: timestamp.optional(),
  })
  .refine(({ starts_at, ends_at }) => !starts_at || !ends_at || Date.parse(starts_at) < Date.parse(ends_at), {
    path: ["ends_at"],
    error: inSchema("afterStart"),
  });

type Planned = {
  variants: readonly { changes?: VariantChanges | undefined }[];
  plan?: ExperimentDesign | null | undefined;
};

/** Shops ask for bundles without a cart, so a condition on it would keep every visitor out. */
export function cartErrors({ variants, plan }: Planned) {
  if (!variants.some(({ changes }) => changes?.bundles.length)) return [];
  return cartConditions
    .filter((condition) => plan?.audience[condition] !== undefined)
    .map((condition) => ({
      field: `plan.audience.${condition}`,
      ...sentence("noCartForBundles"),
    }));
}

/** The control is the variant named `control`, or else the first one. With a plan, the service applies the changes. */
export const experimentDraft = z
  .strictObject({ name: nameText(120), variants, plan: experimentPlan.optional() })
  .superRefine((draft, context) => {
    for (const { field, message } of cartErrors(draft)) {
      context.addIssue({ code: "custom", path: field.split("."), message });
    }
  });

export const holdoutPercent = numberFrom(0, largestHoldout, inSchema("numberFrom", { least: 0, most: largestHoldout }));

export type OfferChange = z.infer<typeof offerChange>;
export type VariantChanges = z.infer<typeof variantChanges>;
export type ExperimentDraft = z.infer<typeof experimentDraft>;
export type ExperimentDesign = z.infer<typeof experimentPlan>;
