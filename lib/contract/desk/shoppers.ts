import * as z from "zod";
import { text } from "../common.ts";
import { defineContract } from "../define.ts";
import { inSchema } from "../sentences.ts";
import { shopperKinds } from "./shopper-words.ts";

// Each is a POST, because an address with the shopper's ids would stay in logs and in the browser's history.

/** Who the shopper is, by at least one of these. */
export const shopperIds = z
  .strictObject({
    email: text(254).regex(z.regexes.email, inSchema("email")).optional(),
    customer_id: text(200).optional(),
    visitor_id: text(200).optional(),
  })
  .refine((ids) => Object.values(ids).some((id) => id !== undefined), inSchema("shopperId"));

const rows = z.record(z.enum(shopperKinds), z.number().int());

const ofShopper = {
  method: "POST",
  // What is stored belongs to both services, so no other role sees all of it.
  roles: ["owner"],
  body: shopperIds,
  example: { email: "mira@example.com" },
  // The entry of the activity says which kinds of ids were given, and never the ids.
  unaudited: true,
} as const;

export const shoppers = defineContract({
  shoppers: {
    find: {
      ...ofShopper,
      path: "/shoppers/find",
      summary: "Count what is stored about a shopper",
      response: z.object({ rows }),
    },
    export: {
      ...ofShopper,
      path: "/shoppers/export",
      summary: "Export what is stored about a shopper",
      // And a list of rows for each kind.
      response: z.looseObject({ store: z.string(), mode: z.string(), given: shopperIds }),
    },
    erase: {
      ...ofShopper,
      path: "/shoppers/erase",
      summary: "Erase a shopper from everything that is stored",
      response: z.object({
        /** The made-up id that stands in place of the shopper's. */
        reference: z.string(),
        rows,
      }),
    },
  },
});
