import { createHash } from "node:crypto";
import type { Platform, ShopRejection } from "../../contract/checkout/source-words.ts";
import { isRecord } from "../../contract/errors.ts";
import type { ReadingContext, ShopReading } from "./platform-order.ts";
import { readShopify } from "./shopify.ts";
import { verifyBody, verifyTimed } from "./signature.ts";
import { readStripe } from "./stripe.ts";
import { readWooCommerce } from "./woocommerce.ts";

type Connector = {
  verify(body: Buffer, headers: Headers, secret: string): ShopRejection | null;
  /** The platform's id of the delivery, the same in each of its attempts, and what it is about. */
  identify(body: Buffer, headers: Headers): { deliveryId: string | null; topic: string | null };
  /** What a platform sends unsigned, only to see whether the address responds. */
  isPing?(body: Buffer, headers: Headers): boolean;
  read(topic: string, payload: unknown, place: ReadingContext): ShopReading;
};

export const connectors: Record<Platform, Connector> = {
  shopify: {
    verify: (body, headers, secret) => verifyBody(body, headers.get("x-shopify-hmac-sha256"), secret),
    // The id of the event is shared by the deliveries of several topics, the id of the webhook is not.
    identify: (_, headers) => ({
      deliveryId: headers.get("x-shopify-webhook-id"),
      topic: headers.get("x-shopify-topic"),
    }),
    read: readShopify,
  },
  woocommerce: {
    verify: (body, headers, secret) => verifyBody(body, headers.get("x-wc-webhook-signature"), secret),
    // WooCommerce makes the id of the webhook's id and the second, so all of one second have the same.
    identify: (body, headers) => {
      const id = headers.get("x-wc-webhook-delivery-id");
      return { deliveryId: id && `${id}-${digestOf(body).slice(0, 16)}`, topic: headers.get("x-wc-webhook-topic") };
    },
    isPing: (body, headers) =>
      !headers.has("x-wc-webhook-signature") && body.length < 100 && /^webhook_id=\d+$/.test(body.toString()),
    read: readWooCommerce,
  },
  stripe: {
    verify: (body, headers, secret) => verifyTimed(body, headers.get("stripe-signature"), secret),
    identify: (body) => {
      const event = parsed(body);
      const { id, type } = isRecord(event) ? event : {};
      return { deliveryId: typeof id === "string" ? id : null, topic: typeof type === "string" ? type : null };
    },
    read: readStripe,
  },
};

export const digestOf = (body: Buffer): string => createHash("sha256").update(body).digest("hex");

/** Undefined for a body that is not JSON. */
export function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
