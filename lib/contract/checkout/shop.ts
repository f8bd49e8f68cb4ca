import * as z from "zod";
import { day, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";

const contact = z.looseObject({
  /** Accurate to the minute; null if the shop never asked which offers to show. */
  offers_asked_at: timestamp.nullable(),
  /** Accurate to the minute; null if the service never accepted an event of the shop. */
  events_sent_at: timestamp.nullable(),
  as_of: timestamp,
});

const showings = z.looseObject({
  total: z.number().int(),
  last_24_hours: z.number().int(),
  /** Known only as long as single events are kept; null after that, or without a showing. */
  last_at: timestamp.nullable(),
  /** The day of the latest showing in the store's time zone, which is kept longer than `last_at`. */
  last_on: day.nullable(),
  as_of: timestamp,
});

const reads = { method: "GET", scope: "read:upsells", roles: ["owner", "merchant", "analyst"] } as const;

/** Our extension: the specification does not say how a shop and the service reach each other. */
export const shop = defineContract({
  shop: {
    contact: {
      ...reads,
      path: "/shop",
      summary: "Read when the shop last called the storefront API",
      response: contact,
      extension: true,
    },
    showings: {
      ...reads,
      path: "/upsells/:id/showings",
      summary: "Count how often the shop reported showing an upsell offer",
      response: showings,
      extension: true,
    },
  },
});
