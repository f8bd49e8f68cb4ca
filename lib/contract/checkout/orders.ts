import * as z from "zod";
import { extension, listOf, pageQuery, text, timestamp } from "../common.ts";
import { defineContract } from "../define.ts";
import { type Raw, readList, readNested, readRecord } from "../read.ts";
import { readAs, readRecordAs } from "../read-as.ts";

const serviceData = z.looseObject({
  upsells_accepted: z.array(z.string()).optional(),
  /** The specification shows no elements. Ours are bundle ids; the elements of another API are kept as they are. */
  bundles_purchased: z.array(z.unknown()).optional(),
  service_revenue: z.number().optional(),
  /** Absent for an order outside all experiments (our choice). */
  experiment_variant: z.string().optional(),
});

const order = z.looseObject({
  order_id: z.string(),
  platform_order_id: z.string().optional(),
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
  /** False while an order that is not confirmed is left out of revenue and all other figures. */
  counted: z.boolean().optional().meta(extension),
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

    // The specification only reads one order by its id, so these two operations are our extensions.
    list: {
      ...reads,
      path: "/orders",
      summary: "List orders, newest first",
      query: pageQuery(20).extend({
        search: text(200)
          .optional()
          .describe("The complete ID of an order, either of this API or of the shop’s platform."),
      }),
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
  },
});
