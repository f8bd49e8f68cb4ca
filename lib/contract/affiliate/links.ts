import * as z from "zod";
import {
  confirmation,
  extension,
  hasFields,
  listOf,
  nameText,
  nothingToChange,
  oneOf,
  text,
  timestamp,
  webUrl,
} from "../common.ts";
import { defineContract } from "../define.ts";
import { type Raw, readList, readRecord } from "../read.ts";
import { readRecordAs } from "../read-as.ts";
import { listQuery, managers, money, ofAffiliate, readers } from "./fields.ts";
import { linkDraft } from "./link-draft.ts";
import { linkSorts, linkStatuses } from "./link-words.ts";

/** The affiliate and the code cannot change, because they are part of the published address. Null removes a value. */
const linkPatch = z
  .strictObject({
    status: oneOf(linkStatuses),
    destination_url: webUrl,
    name: nameText(120).nullable(),
    coupon_code: text(64).nullable(),
    utm_source: text(120).nullable(),
    utm_medium: text(120).nullable(),
    utm_campaign: text(120).nullable(),
  })
  .partial()
  .refine(hasFields, nothingToChange);

const link = z.looseObject({
  id: z.string(),
  affiliate_id: z.string().optional(),
  name: z.string().nullish(),
  code: z.string().optional(),
  destination_url: z.string().optional(),
  url: z.string().optional(),
  coupon_code: z.string().nullish(),
  utm_source: z.string().nullish(),
  utm_medium: z.string().nullish(),
  utm_campaign: z.string().nullish(),
  status: z.string().optional(),
  clicks: z.number().int().optional(),
  /** Orders in all currencies. The revenue is in `currency`, and `totals` has all. */
  orders: z.number().int().optional(),
  revenue: money.optional(),
  currency: z.string().optional(),
  totals: z
    .array(z.looseObject({ currency: z.string(), orders: z.number().int(), revenue: money }))
    .optional()
    .meta(extension),
  created_at: timestamp.optional(),
});

export type Link = z.infer<typeof link>;

function normalizeLink({ link_id, tracking_url, ...raw }: Raw): Link {
  return readRecordAs(link, { ...raw, id: raw.id ?? link_id, url: raw.url ?? tracking_url });
}

const one = (body: unknown) => normalizeLink(readRecord(body, "link"));

const reads = { method: "GET", scope: "read:links", roles: readers } as const;
const writes = { scope: "write:links", roles: managers } as const;

export const links = defineContract({
  links: {
    list: {
      ...reads,
      path: "/links",
      summary: "List tracking links",
      query: listQuery(linkStatuses, linkSorts, ["created_at"]).extend({ affiliate_id: ofAffiliate }),
      response: listOf(link),
      normalize: (body) => readList(body, "links", normalizeLink),
    },
    get: {
      ...reads,
      path: "/links/:id",
      summary: "Read a tracking link",
      response: link,
      normalize: one,
    },
    /** Codes are shared by all stores and never become free again, so no list of links can tell whether one is free. */
    code: {
      extension: true,
      ...reads,
      path: "/links/codes/:code",
      summary: "Check whether a code is available for a new tracking link",
      response: z.looseObject({ code: z.string(), available: z.boolean() }),
    },
    create: {
      ...writes,
      method: "POST",
      path: "/links",
      summary: "Create a tracking link",
      body: linkDraft,
      example: {
        affiliate_id: "aff_mira",
        destination_url: "https://shop.example.com/boots",
        code: "mira-boots",
        utm_source: "newsletter",
      },
      response: link,
      status: 201,
      errors: [409],
      normalize: one,
    },
    /** The specification has no operation to disable a link and enable it again. */
    update: {
      extension: true,
      ...writes,
      method: "PUT",
      path: "/links/:id",
      summary: "Change a tracking link; only the fields that are sent change",
      body: linkPatch,
      example: { status: "disabled" },
      response: link,
      before: "get",
      normalize: one,
    },
    delete: {
      ...writes,
      method: "DELETE",
      path: "/links/:id",
      summary: "Delete a tracking link",
      response: confirmation,
      before: "get",
    },
  },
});
