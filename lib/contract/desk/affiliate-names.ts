import * as z from "zod";
import { readers } from "../affiliate/fields.ts";
import { externalId, text } from "../common.ts";
import { defineContract } from "../define.ts";
import { inSchema } from "../sentences.ts";

const named = z.object({
  id: z.string(),
  /** Null if the API reports no name, or does not know the id. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  status: z.string().nullable(),
});

export type NamedAffiliate = z.infer<typeof named>;

/** Orders, commissions, payouts and links contain only the affiliate's id, but people know names. */
export const affiliateNames = defineContract({
  affiliate_names: {
    look_up: {
      method: "POST",
      path: "/affiliate-names/look-up",
      roles: readers,
      summary: "Read the names of affiliates by their IDs",
      body: z.strictObject({
        ids: z.array(externalId).max(500, inSchema("mostThings", { count: 500, things: "entries" })),
      }),
      example: { ids: ["aff_mira", "aff_jon"] },
      response: z.object({ data: z.array(named) }),
      unaudited: true,
    },
    search: {
      method: "GET",
      path: "/affiliate-names",
      roles: readers,
      summary: "Find affiliates by part of their name or email address",
      query: z.object({ search: text(100).optional().describe("Part of a name, an email address or an ID.") }),
      response: z.object({
        data: z.array(named),
        complete: z.boolean(),
      }),
    },
  },
});
