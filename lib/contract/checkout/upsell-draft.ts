import * as z from "zod";
import { externalId, nameText, slug } from "../common.ts";
import { inSchema } from "../sentences.ts";
import { isInRange } from "./upsell-words.ts";

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

export const upsellDraft = z.strictObject({
  name: nameText(120),
  status: slug,
  product_id: externalId,
  trigger_products: z.array(externalId).max(100, inSchema("mostThings", { count: "100 trigger", things: "products" })),
  discount,
  placement: slug,
});

export type UpsellDraft = z.infer<typeof upsellDraft>;
