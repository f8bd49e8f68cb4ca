import * as z from "zod";
import { linkDraft } from "../affiliate/link-draft.ts";
import { pageQuery, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { byKey, money, page, partnersOnly } from "./fields.ts";

const link = z.object({
  id: z.string(),
  name: z.string().nullable(),
  url: z.string().nullable(),
  destination_url: z.string().nullable(),
  active: z.boolean(),
  clicks: z.number().int().nullable(),
  orders: z.number().int().nullable(),
  revenue: money.nullable(),
  currency: z.string().nullable(),
  created_at: timestamp.nullable(),
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
