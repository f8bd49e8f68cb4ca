import * as z from "zod";
import { bundleTypes } from "./checkout/bundles.ts";
import { oneOf, timestamp } from "./common.ts";

// Outbound events of the checkout API: names, payloads and the rules of their delivery.

export const eventMeanings = {
  "upsell.accepted": "Customer accepted an upsell offer",
  "upsell.declined": "Customer declined an upsell offer",
  "bundle.purchased": "Bundle was purchased",
  "experiment.concluded": "A/B test reached significance",
  "order.edited": "Customer edited their order",
  "order.cancelled": "Customer cancelled their order",
  "subscription.created": "Subscription upsell converted",
} as const;

export type EventType = keyof typeof eventMeanings;

export const eventTypes = Object.keys(eventMeanings) as [EventType, ...EventType[]];

const upsellAccepted = z.looseObject({
  upsell_id: z.string(),
  upsell_name: z.string(),
  order_id: z.string(),
  platform_order_id: z.string(),
  customer_id: z.string(),
  product: z.looseObject({ id: z.string(), title: z.string(), variant_id: z.string(), price: z.number() }),
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
    // The elements of these two are not shown.
    items_removed: z.array(z.unknown()),
    quantity_changes: z.array(z.unknown()),
  }),
  amount_changed: z.number(),
  new_total: z.number(),
});

/** Payloads that the specification does not show: any object, until the service that sends them says more. */
const notShown = z.looseObject({});

export const eventData = {
  "upsell.accepted": upsellAccepted,
  "upsell.declined": notShown,
  "bundle.purchased": bundlePurchased,
  "experiment.concluded": notShown,
  "order.edited": orderEdited,
  "order.cancelled": notShown,
  "subscription.created": notShown,
} as const satisfies Record<EventType, z.ZodObject>;

export type EventData<T extends EventType> = z.infer<(typeof eventData)[T]>;

/** What is sent for one kind of event. */
export const envelopeOf = <T extends EventType>(type: T) =>
  z.looseObject({ id: z.string(), type: z.literal(type), created_at: timestamp, data: eventData[type] });

/** What a receiver reads before it knows the kind. */
export const envelope = z.looseObject({
  id: z.string(),
  type: z.string(),
  created_at: timestamp,
  data: z.looseObject({}),
});

export type Envelope = z.infer<typeof envelope>;

export const signatureHeader = "X-Service-Signature";
/** Before the lowercase hexadecimal HMAC-SHA256 of the raw body. */
export const signaturePrefix = "sha256=";

export const successCodes: readonly number[] = [200, 201, 202, 204];
export const receiverTimeoutSeconds = 30;
/**
 * Seconds before each attempt: at once, 5 minutes, 30 minutes, 2 hours, 24 hours. That each wait begins at the
 * failure before it, and not at the event, is our reading of "later".
 */
export const attemptDelays: readonly number[] = [0, 300, 1800, 7200, 86_400];
export const maxAttempts = attemptDelays.length;
