import * as z from "zod";
import { wholeFrom } from "../common.ts";
import { inSchema } from "../sentences.ts";
import { mostPieces } from "./upsell-words.ts";

const pieces = wholeFrom(1, mostPieces);

/** How many pieces of a product are offered together. */
export const offerQuantity = z
  .strictObject({
    least: pieces.optional().describe("The default is 1."),
    most: pieces.optional().describe("The shopper chooses up to so many. Without it, `least` are offered."),
  })
  .refine(({ least = 1, most = least }) => least <= most, { path: ["most"], error: inSchema("leastPieces") });

export type OfferQuantity = z.infer<typeof offerQuantity>;
