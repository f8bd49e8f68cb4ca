import * as z from "zod";
import {
  directions,
  extension,
  extra,
  isRange,
  listOf,
  oneOf,
  pageQuery,
  rangeDay,
  rangeError,
  recordId,
  slug,
  text,
  timestamp,
} from "../common.ts";
import { defineContract } from "../define.ts";
import { type Raw, readList, readNested, readRecord } from "../read.ts";
import { readAs, readRecordAs } from "../read-as.ts";
import { orderSorts, orderStatuses } from "./order-words.ts";

const serviceData = z.looseObject({
  upsells_accepted: z.array(z.string()).optional(),
  /** The specification shows no elements. Ours are bundle ids; the elements of another API are kept as they are. */
  bundles_purchased: z.array(z.unknown()).optional(),
  service_revenue: z.number().optional(),
  /** Absent for an order outside all experiments (our choice). */
  experiment_variant: z.string().optional(),
});

const lineItem = z.looseObject({
  product_id: z.string(),
  name: z.string().nullish(),
  quantity: z.number().optional(),
  /** Null if it is unknown, as that of a product in a bundle may be. */
  unit_price: z.number().nullish(),
});

const order = z.looseObject({
  order_id: z.string(),
  platform_order_id: z.string().optional(),
  customer_id: z.string().nullish().meta(extension),
  /** The visitor of the shop’s pages who placed the order, if it is known. */
  visitor_id: z.string().nullish().meta(extension),
  /** The names of the offers and bundles in `service_data`. One that was deleted is named by its ID. */
  upsell_names: z.array(z.string()).optional().meta(extension),
  bundle_names: z.array(z.string()).optional().meta(extension),
  service_data: serviceData.optional(),
  /** The specification has no currency, but an amount cannot be read without one. */
  currency: z.string().optional().meta(extension),
  placed_at: timestamp.optional().meta(extension),
  /** The value of the order with edits and before refunds. */
  total: z.number().optional().meta(extension),
  refunded_amount: z.number().optional().meta(extension),
  cancelled: z.boolean().optional().meta(extension),
  /** False if only a page of the shop reported the order, and neither its server nor its platform did. */
  confirmed: z.boolean().optional().meta(extension),
  /** Whether figures contain the order. One that is not confirmed counts only if the settings say so. */
  counted: z.boolean().optional().meta(extension),
  /** What the order has now, as far as the shop told. Only the order itself has it, and no list. */
  line_items: z.array(lineItem).optional().meta(extension),
});

const shownOffer = z.looseObject({
  upsell_id: z.string(),
  name: z.string(),
  /** Absent if the offer was deleted. */
  product_id: z.string().optional(),
  /** Absent if it is not known, or no longer. */
  shown_at: timestamp.optional(),
  answer: z.string().nullable(),
  /** As far as the shop's page told them. */
  placement: z.string().optional(),
  device: z.string().optional(),
  /** Paid for the offer. */
  revenue: z.number().optional(),
});

const orderEvent = z.looseObject({
  id: z.string(),
  type: z.string(),
  created_at: timestamp.optional(),
  data: z.looseObject({}).optional(),
  deliveries: z.array(z.looseObject({ id: z.string(), endpoint_id: z.string(), status: z.string() })).optional(),
});

export type Order = z.infer<typeof order>;

const flat = Object.keys(serviceData.shape);

function normalizeOrder({ id, ...raw }: Raw): Order {
  const service = readNested(raw, "service_data", Object.fromEntries(flat.map((name) => [name, name])));
  const rest = Object.fromEntries(Object.entries(raw).filter(([name]) => !flat.includes(name)));
  return readRecordAs(order, {
    ...rest,
    order_id: raw.order_id ?? id,
    service_data: service && readRecordAs(serviceData, service),
  });
}

const reads = { method: "GET", scope: "read:orders", roles: ["owner", "merchant", "analyst"] } as const;

export const orders = defineContract({
  orders: {
    get: {
      ...reads,
      path: "/orders/:id",
      summary: "Read an order with the data that this API has about it",
      response: order,
      normalize: (body) => normalizeOrder(readRecord(body, "order")),
    },

    // The specification only reads one order by its id, so these three operations are our extensions.
    list: {
      ...reads,
      path: "/orders",
      summary: "List orders, newest first",
      query: pageQuery(20)
        .extend({
          search: extra(
            text(200),
            "The complete ID of an order (of this API or of the shop’s platform), a customer or a product, or a part of a product’s title.",
          ),
          start_date: extra(
            rangeDay,
            "Only orders placed on this day (YYYY-MM-DD, in the store’s time zone) or later.",
          ),
          end_date: extra(rangeDay, "Only orders placed on this day or earlier."),
          status: extra(oneOf(orderStatuses), "What became of the order since it was placed."),
          confirmed: extra(
            oneOf(["true", "false"]),
            "`false` returns the orders that only a page of the shop reported, `true` all others.",
          ),
          upsell_id: extra(recordId, "Only orders for which this offer was accepted."),
          bundle_id: extra(recordId, "Only orders with this bundle."),
          variant: extra(slug, "Only orders with this variant of an experiment."),
          sort: extra(oneOf(orderSorts), "Field by which the list is sorted."),
          order: extra(oneOf(directions), "Sort direction."),
        })
        .refine(isRange, rangeError),
      response: listOf(order),
      normalize: (body) => readList(body, "orders", normalizeOrder),
      ...extension,
    },
    events: {
      ...reads,
      path: "/orders/:id/events",
      summary: "List the events of an order, oldest first",
      response: z.looseObject({ data: z.array(orderEvent) }),
      normalize: (body) => ({ data: readList(body, "events", (raw) => readAs(orderEvent, raw)).data }),
      ...extension,
    },
    offers: {
      ...reads,
      path: "/orders/:id/offers",
      summary: "List the offers shown to the shopper of an order, and what they answered",
      response: z.looseObject({
        data: z.array(shownOffer),
        complete: z
          .boolean()
          .describe(
            "False if nobody knows which other offers were shown: the visitor is unknown or came too long ago.",
          ),
      }),
      ...extension,
    },
  },
});
