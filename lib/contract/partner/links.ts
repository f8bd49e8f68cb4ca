import * as z from "zod";
import { linkDraft } from "../affiliate/link-draft.ts";
import { pageQuery, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { byKey, money, page, partnersOnly, told } from "./fields.ts";

export const link = z.object({
  id: z.string(),
  name: told(z.string()),
  url: told(z.string()),
  destination_url: told(z.string()),
  active: z.boolean(),
  clicks: told(z.number().int()),
  orders: told(z.number().int()),
  revenue: told(money),
  currency: told(z.string()),
  /** Orders and revenue by currency; `orders` counts all of them. */
  totals: told(z.array(z.object({ currency: z.string(), orders: z.number().int(), revenue: money }))),
  created_at: told(timestamp),
});

export const mediaFile = z.object({ id: z.string(), name: z.string(), type: z.string(), size: z.number().int() });

export type PartnerLink = z.infer<typeof link>;
export type PartnerMedia = z.infer<typeof mediaFile>;

export const partnerLinks = defineContract({
  links: {
    list: {
      ...byKey,
      path: "/links",
      summary: "List your links",
      query: pageQuery(25),
      response: page(link),
    },
    create: {
      ...partnersOnly,
      method: "POST",
      path: "/links",
      summary: "Make a link",
      // The write to the affiliate service has an audit row.
      unaudited: true,
      body: linkDraft.omit({ affiliate_id: true }),
      example: { destination_url: "https://shop.example.com/boots", name: "Autumn letter" },
      response: link,
      status: 201,
    },
  },
  media: {
    list: {
      ...byKey,
      path: "/media",
      summary: "List the media of the program",
      response: z.object({ data: z.array(mediaFile) }),
    },
    get: {
      ...byKey,
      path: "/media/:id",
      summary: "Download a file of the program",
      response: z.instanceof(Response),
    },
  },
});
