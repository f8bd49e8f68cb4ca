import * as z from "zod";
import { affiliateEventData, affiliateSamples } from "./affiliate-events.ts";
import { bundleTypes } from "./checkout/bundle-words.ts";
import { oneOf, timestamp } from "./common.ts";
import { affiliateEventMeanings, type EventType, eventMeanings } from "./event-words.ts";

export * from "./event-words.ts";

const product = z.looseObject({ id: z.string(), title: z.string(), variant_id: z.string(), price: z.number() });

const upsellAccepted = z.looseObject({
  upsell_id: z.string(),
  upsell_name: z.string(),
  order_id: z.string(),
  platform_order_id: z.string(),
  customer_id: z.string(),
  product,
  discount: z.looseObject({ type: z.string(), value: z.number(), amount: z.number() }),
  final_price: z.number(),
});

const bundlePurchased = z.looseObject({
  bundle_id: z.string(),
  bundle_name: z.string(),
  bundle_type: oneOf(bundleTypes),
  order_id: z.string(),
  products: z.array(z.looseObject({ id: z.string(), title: z.string(), quantity: z.number().int() })),
  original_price: z.number(),
  bundle_price: z.number(),
  savings: z.number(),
});

const orderEdited = z.looseObject({
  order_id: z.string(),
  platform_order_id: z.string(),
  /** The specification shows "add_items" and no other value. */
  edit_type: z.string(),
  changes: z.looseObject({
    items_added: z.array(z.looseObject({ product_id: z.string(), quantity: z.number().int(), price: z.number() })),
    // The specification does not show the elements of these two.
    items_removed: z.array(z.unknown()),
    quantity_changes: z.array(z.unknown()),
  }),
  amount_changed: z.number(),
  new_total: z.number(),
});

// The specification does not show the next four payloads; ours use the words of those that it shows.

/** A shopper who declines an offer in the cart has no order yet and is often no known customer. */
const upsellDeclined = z.looseObject({
  upsell_id: z.string(),
  upsell_name: z.string(),
  order_id: z.string().optional(),
  platform_order_id: z.string().optional(),
  customer_id: z.string().optional(),
  product: product.partial({ title: true, variant_id: true, price: true }),
  discount: z.looseObject({ type: z.string(), value: z.number() }),
  placement: z.string(),
});

/** The result as in `GET /experiments/:id/results`, with the experiment's name. */
const experimentConcluded = z.looseObject({
  experiment_id: z.string(),
  experiment_name: z.string(),
  status: z.string(),
  winner: z.string(),
  variants: z.array(
    z.looseObject({
      name: z.string(),
      visitors: z.number().int(),
      conversions: z.number().int(),
      conversion_rate: z.number(),
      lift: z.number().optional(),
      p_value: z.number().optional(),
    }),
  ),
});

/** `total` is the value of the order at its cancellation; `service_revenue` is the part of it from offers. */
const orderCancelled = z.looseObject({
  order_id: z.string(),
  platform_order_id: z.string(),
  customer_id: z.string().optional(),
  reason: z.string().optional(),
  total: z.number(),
  refunded_amount: z.number(),
  service_revenue: z.number(),
});

/** `price` is the price of each renewal. */
const subscriptionCreated = z.looseObject({
  subscription_id: z.string(),
  upsell_id: z.string(),
  upsell_name: z.string(),
  order_id: z.string(),
  platform_order_id: z.string(),
  customer_id: z.string(),
  product: product.partial({ title: true, variant_id: true, price: true }),
  interval: z.looseObject({ unit: z.string(), count: z.number().int() }),
  price: z.number(),
});

export const eventData = {
  "upsell.accepted": upsellAccepted,
  "upsell.declined": upsellDeclined,
  "bundle.purchased": bundlePurchased,
  "experiment.concluded": experimentConcluded,
  "order.edited": orderEdited,
  "order.cancelled": orderCancelled,
  "subscription.created": subscriptionCreated,
  ...affiliateEventData,
} as const satisfies Record<EventType, z.ZodObject>;

export type EventData<T extends EventType> = z.infer<(typeof eventData)[T]>;

const samples: { [T in EventType]: EventData<T> } = {
  "upsell.accepted": {
    upsell_id: "ups_sample",
    upsell_name: "Add a hand grinder",
    order_id: "ord_sample",
    platform_order_id: "1001",
    customer_id: "cus_sample",
    product: { id: "prod_grinder", title: "Hand grinder", variant_id: "var_steel", price: 49 },
    discount: { type: "percentage", value: 20, amount: 9.8 },
    final_price: 39.2,
  },
  "upsell.declined": {
    upsell_id: "ups_sample",
    upsell_name: "Add a hand grinder",
    customer_id: "cus_sample",
    product: { id: "prod_grinder", title: "Hand grinder", variant_id: "var_steel", price: 49 },
    discount: { type: "percentage", value: 20 },
    placement: "cart",
  },
  "bundle.purchased": {
    bundle_id: "bun_sample",
    bundle_name: "Morning set",
    bundle_type: "fixed",
    order_id: "ord_sample",
    products: [
      { id: "prod_kettle", title: "Gooseneck kettle", quantity: 1 },
      { id: "prod_filters", title: "Paper filters, 100", quantity: 2 },
    ],
    original_price: 90,
    bundle_price: 76.5,
    savings: 13.5,
  },
  "experiment.concluded": {
    experiment_id: "exp_sample",
    experiment_name: "Cart or thank-you page",
    status: "significant",
    winner: "variant_a",
    variants: [
      { name: "control", visitors: 2000, conversions: 160, conversion_rate: 0.08 },
      { name: "variant_a", visitors: 2000, conversions: 220, conversion_rate: 0.11, lift: 0.375, p_value: 0.0012 },
    ],
  },
  "order.edited": {
    order_id: "ord_sample",
    platform_order_id: "1001",
    edit_type: "add_items",
    changes: {
      items_added: [{ product_id: "prod_mug", quantity: 2, price: 14 }],
      items_removed: [],
      quantity_changes: [],
    },
    amount_changed: 28,
    new_total: 117,
  },
  "order.cancelled": {
    order_id: "ord_sample",
    platform_order_id: "1001",
    customer_id: "cus_sample",
    reason: "ordered_twice",
    total: 117,
    refunded_amount: 117,
    service_revenue: 39.2,
  },
  "subscription.created": {
    subscription_id: "sub_sample",
    upsell_id: "ups_sample",
    upsell_name: "House blend every month",
    order_id: "ord_sample",
    platform_order_id: "1001",
    customer_id: "cus_sample",
    product: { id: "prod_beans", title: "House blend, 250 g", variant_id: "var_whole", price: 12 },
    interval: { unit: "month", count: 1 },
    price: 10.8,
  },
  ...affiliateSamples,
};

/** The ids in samples end in "sample" and belong to nothing. */
export function sample<T extends EventType>(type: T): EventData<T> {
  return samples[type];
}

export function exampleOf(type: EventType) {
  return { id: "evt_sample", type, created_at: "2026-01-15T09:30:00.000Z", data: sample(type) };
}

export const envelopeOf = <T extends EventType>(type: T) =>
  z.looseObject({ id: z.string(), type: z.literal(type), created_at: timestamp, data: eventData[type] });

/** As the documents of the services publish them. */
export const documentedEvents = (types: readonly EventType[]) =>
  Object.fromEntries(
    types.map((type) => [
      type,
      {
        summary: eventMeanings[type],
        schema: envelopeOf(type),
        example: exampleOf(type),
        extension: type in affiliateEventMeanings,
      },
    ]),
  );
