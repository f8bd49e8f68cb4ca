import * as z from "zod";
import { timestamp } from "../common.ts";
import { defineContract } from "../define.ts";

/** In major units. */
const amount = z.number().nullable();

const proposal = z.looseObject({
  trigger_product: z.string(),
  product_id: z.string(),
  price: amount,
  /** In so many orders with both. */
  together: z.number().int(),
  /** Of so many with the trigger product. */
  orders: z.number().int(),
  /** Orders of the last 30 days with the trigger product and without the other. */
  orders_lately: z.number().int(),
  /** What an offer may bring in within 30 days at its full price; null if the price or the acceptance is unknown. */
  revenue: z.looseObject({ least: z.number(), most: z.number() }).nullable(),
});

const proposals = z.looseObject({
  data: z.array(proposal),
  /** Orders of the last 180 days that were compared. */
  orders: z.number().int(),
  /** Null if it has not been done yet. */
  computed_at: timestamp.nullable(),
  /** The shares that accept, which half of the store’s own offers have; null if too few of them were shown enough. */
  acceptance: z.looseObject({ least: z.number(), most: z.number(), offers: z.number().int() }).nullable(),
});

export type Proposals = z.infer<typeof proposals>;

/** Our extension. */
export const proposalOperations = defineContract({
  proposals: {
    list: {
      method: "GET",
      path: "/upsell-proposals",
      scope: "read:upsells",
      roles: ["owner", "merchant", "analyst"],
      summary: "List the ten offers that no active offer covers and that may bring in most",
      response: proposals,
      extension: true,
    },
  },
});
