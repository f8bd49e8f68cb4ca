import * as z from "zod";
import { externalId, nameText, slug } from "../common.ts";
import { discountProblem } from "./upsell-words.ts";

const discount = z
  .strictObject({
    type: slug,
    value: z.number({ error: "Must be a number." }).refine(Number.isFinite, "Must be a number."),
  })
  .superRefine(({ type, value }, context) => {
    const message = discountProblem(type, value);
    if (message) context.addIssue({ code: "custom", path: ["value"], message });
  });

export const upsellDraft = z.strictObject({
  name: nameText(120),
  status: slug,
  product_id: externalId,
  trigger_products: z.array(externalId).max(100, "Add at most 100 trigger products."),
  discount,
  placement: slug,
});

export type UpsellDraft = z.infer<typeof upsellDraft>;
