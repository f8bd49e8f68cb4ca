import * as z from "zod";
import { extension, externalId, nameText, recordId, slug, wholeFrom } from "../common.ts";
import { inSchema } from "../sentences.ts";
import { audience, limits, schedule } from "./audience.ts";
import { offerQuantity } from "./offer-quantity.ts";
import { offerPicture, offerTexts } from "./offer-texts.ts";
import { recommendation } from "./recommendation.ts";
import { isInRange, topPriority } from "./upsell-words.ts";

export const outOfRange = (isPercentage: boolean): string =>
  isPercentage ? inSchema("between", { least: 1, most: 100 }) : inSchema("aboveAndMost", { least: 0, most: 1_000_000 });

const discount = z
  .strictObject({
    type: slug,
    value: z.number({ error: inSchema("number") }).refine(Number.isFinite, inSchema("number")),
  })
  .superRefine(({ type, value }, context) => {
    if (isInRange(type, value)) return;
    const message = outOfRange(type === "percentage");
    context.addIssue({ code: "custom", path: ["value"], message });
  });

const follower = recordId.nullable().optional().meta(extension);

export const upsellDraft = z.strictObject({
  name: nameText(120),
  status: slug,
  product_id: externalId.describe("The product, or with a recommendation the one for carts that have none."),
  recommendation: recommendation
    .optional()
    .meta(extension)
    .describe("What chooses the product for each cart. It is never in the cart, sold out or bought before."),
  trigger_products: z.array(externalId).max(100, inSchema("mostThings", { count: "100 trigger", things: "products" })),
  discount: discount.describe("Counts from the list price. A fixed amount is taken off each piece."),
  quantity: offerQuantity
    .optional()
    .meta(extension)
    .describe("How many pieces of the product are offered. Without it, one piece is."),
  placement: slug,
  priority: wholeFrom(0, topPriority)
    .optional()
    .meta(extension)
    .describe("Offers with a higher one come first. Of equal ones, those with trigger products and then newer ones."),
  audience: audience.optional().meta(extension).describe("Who sees the offer. Without conditions, everybody does."),
  schedule: schedule.optional().meta(extension).describe("When the offer is shown, in the store’s time zone."),
  limits: limits.optional().meta(extension).describe("How often the offer is shown and accepted."),
  share_percent: wholeFrom(1, 100)
    .optional()
    .meta(extension)
    .describe("The share of the visitors who see the offer, always the same ones."),
  next_accepted: follower.describe("The offer that follows once this one is accepted. It is not shown on its own."),
  next_declined: follower.describe("The offer that follows once this one is declined. It is not shown on its own."),
  texts: offerTexts
    .optional()
    .meta(extension)
    .describe("What the offer says, by language. What is left out is what all offers of the store say."),
  image_url: offerPicture.nullish().meta(extension).describe("A picture in place of the product’s."),
});

export type UpsellDraft = z.infer<typeof upsellDraft>;
