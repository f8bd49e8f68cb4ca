import * as z from "zod";
import { externalId, oneOf } from "../common.ts";
import { inSchema } from "../sentences.ts";
import { listOf } from "./audience.ts";
import { category } from "./categories.ts";
import { recommendationKinds } from "./recommendation-words.ts";

/** What chooses the product for each cart. Without a kind, nothing does. */
export const recommendation = z
  .strictObject({
    kind: oneOf(recommendationKinds).optional(),
    category: category.optional().describe("Whose best seller is offered."),
    exclude: listOf(externalId, 100, "products").describe("Products that are never recommended."),
  })
  .superRefine(({ kind, category, exclude = [] }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    if (kind === "best_seller" && category === undefined) refuse("category", inSchema("categoryOfBestSeller"));
    if (kind !== "best_seller" && category !== undefined) refuse("category", inSchema("onlyBestSeller"));
    if (kind === undefined && exclude.length > 0) refuse("kind", inSchema("required"));
  });

export type Recommendation = z.infer<typeof recommendation>;
