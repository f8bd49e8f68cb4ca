import * as z from "zod";
import {
  extra,
  isRange,
  listOf,
  oneOf,
  pageQuery,
  period,
  rangeDay,
  rangeError,
  recordId,
  timestamp,
} from "../common.ts";
import { defineContract } from "../define.ts";
import { range } from "./analytics.ts";
import { ticketStates } from "./ticket-words.ts";

const ticket = z.looseObject({
  id: z.string(),
  upsell_id: z.string().optional(),
  bundle_id: z.string().optional(),
  name: z.string().describe("The name of the offer or bundle. One that was deleted is named by its ID."),
  state: z.string().describe("open, redeemed or expired."),
  revision: timestamp.describe("When the offer or bundle was last changed before."),
  currency: z.string(),
  list_price: z.number(),
  price: z.number(),
  charged: z.number().nullable().describe("What the shop charged for it; null until it is redeemed."),
  lines: z.array(
    z.looseObject({
      product_id: z.string(),
      title: z.string(),
      variant_id: z.string().nullable(),
      quantity: z.number().int(),
      list_price: z.number(),
      price: z.number(),
    }),
  ),
  discount: z.looseObject({ type: z.string(), value: z.number() }).nullable().describe("Null for a bundle."),
  visitor_id: z.string().nullable(),
  experiments: z.array(z.looseObject({ experiment_id: z.string(), variant: z.string() })),
  placement: z.string().nullable(),
  trigger_product: z.string().nullable(),
  order_id: z.string().nullable().describe("The order with which it was redeemed."),
  order_number: z
    .string()
    .nullable()
    .describe("The number that the shop shows for that order, if it has been reported."),
  for_order: z.string().nullable().describe("The order to which the offer was added, if it was placed before."),
  issued_at: timestamp,
  expires_at: timestamp,
  redeemed_at: timestamp.nullable(),
  refusals: z.number().int().describe("How often it was refused: to another order, or because it had expired."),
  refused: z
    .looseObject({ reason: z.string(), order_id: z.string(), order_number: z.string().nullable(), at: timestamp })
    .nullable()
    .describe("The latest refusal; the reason is redeemed or expired."),
});

const count = z.number().int();

const summary = z.looseObject({
  issued: count.describe("All tickets of the period: those that are open, redeemed or expired."),
  open: count,
  redeemed: count,
  expired: count,
  other_price: count.describe("Those redeemed that the shop charged at another price."),
  refused: count.describe("Those that were refused at least once."),
  price: z.number().describe("The price of those redeemed."),
  charged: z.number().describe("What shops charged for those redeemed."),
  currency: z.string(),
  period,
});

export type Ticket = z.infer<typeof ticket>;
export type TicketSummary = z.infer<typeof summary>;

const reads = { method: "GET", scope: "read:orders", roles: ["owner", "merchant", "analyst"] } as const;
const ofOne = {
  upsell_id: extra(recordId, "Only tickets for this offer."),
  bundle_id: extra(recordId, "Only tickets for this bundle."),
};

/** Our extension: how a shop learns what to charge is not part of the specification. */
export const tickets = defineContract({
  tickets: {
    list: {
      ...reads,
      path: "/tickets",
      summary: "List the tickets for accepted offers and bundles, newest first",
      query: pageQuery(20)
        .extend({
          ...ofOne,
          state: extra(
            oneOf(ticketStates),
            "Only tickets that are open, redeemed or expired, that were charged at another price, or that were refused.",
          ),
          start_date: extra(
            rangeDay,
            "Only tickets issued on this day (YYYY-MM-DD, in the store’s time zone) or later.",
          ),
          end_date: extra(rangeDay, "Only tickets issued on this day or earlier."),
        })
        .refine(isRange, rangeError),
      response: listOf(ticket),
      extension: true,
    },
    summary: {
      ...reads,
      path: "/tickets/summary",
      summary: "Count the tickets that were issued in a period",
      query: range.safeExtend(ofOne),
      response: summary,
      extension: true,
    },
  },
});
