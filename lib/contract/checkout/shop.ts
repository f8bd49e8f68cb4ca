import * as z from "zod";
import { day, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";

const contact = z.looseObject({
  /** When the shop last asked which offers to show, to the minute; null if it never did. */
  offers_asked_at: timestamp.nullable(),
  /** When the shop last sent an event that was accepted, to the minute; null if it never did. */
  events_sent_at: timestamp.nullable(),
  as_of: timestamp,
});

const showings = z.looseObject({
  total: z.number().int(),
  /** In the 24 hours before `as_of`. */
  last_24_hours: z.number().int(),
  /** The latest showing, for as long as single events are kept; null before that, and where there was none. */
  last_at: timestamp.nullable(),
  /** Its day in the store's time zone, which is kept for longer. */
  last_on: day.nullable(),
  as_of: timestamp,
});

/** Ours: the specification does not say how a shop and the service reach each other. */
export const shop = defineContract({
  shop: {
    contact: {
      method: "GET",
      path: "/shop",
      scope: "read:upsells",
      roles: ["owner", "merchant", "analyst"],
      summary: "Read when the shop last called the storefront API",
      response: contact,
      extension: true,
    },
    showings: {
      method: "GET",
      path: "/upsells/:id/showings",
      scope: "read:upsells",
      roles: ["owner", "merchant", "analyst"],
      summary: "Count how often the shop reported showing an upsell offer",
      response: showings,
      extension: true,
    },
  },
});
