import * as z from "zod";
import { text } from "../common.ts";
import { inSchema } from "../sentences.ts";
import { wellFormed } from "../shop-report-fields.ts";
import { categoryLength, maxCategories } from "./product-words.ts";

/** As the shop calls it. */
export const category = wellFormed(text(categoryLength));
export const categories = z
  .array(category)
  .max(maxCategories, inSchema("mostThings", { count: maxCategories, things: "categories" }));
