import * as z from "zod";
import { extension } from "../common.ts";
import { defineContract } from "../define.ts";
import { type Raw, readAs, readNested, readRecord } from "../read.ts";

export const serviceData = z.looseObject({
  upsells_accepted: z.array(z.string()).optional(),
  /** Elements are not shown: ours are bundle ids, as for upsells. Another API's stay as they come. */
  bundles_purchased: z.array(z.unknown()).optional(),
  service_revenue: z.number().optional(),
  /** Left out for an order outside every experiment: ours. */
  experiment_variant: z.string().optional(),
});

export const order = z.looseObject({
  order_id: z.string(),
  platform_order_id: z.string().optional(),
  service_data: serviceData.optional(),
  /** The specification says nothing about currency; without it an amount cannot be read. */
  currency: z.string().optional().meta(extension),
});

export type Order = z.infer<typeof order>;

export const knownOrderFields = Object.keys(order.shape);
export const knownServiceFields = Object.keys(serviceData.shape);

const flat = Object.fromEntries(knownServiceFields.map((name) => [name, name]));

/** Service data nested or flat; `id` where another API calls the order's id that. */
export function normalizeOrder(raw: Raw): Order {
  return readAs(order, {
    ...raw,
    order_id: raw.order_id ?? raw.id,
    service_data: readNested(raw, "service_data", flat),
  });
}

export const orders = defineContract({
  orders: {
    get: {
      method: "GET",
      path: "/orders/:id",
      scope: "read:orders",
      roles: ["owner", "merchant", "analyst"],
      summary: "Read an order with the service's data on it",
      response: order,
      normalize: (body) => normalizeOrder(readRecord(body, "order")),
    },
  },
});
