import { present } from "../../contract/read.ts";
import type { StorefrontEventOf } from "../../contract/storefront.ts";
import type { OfferLook } from "../../database/schema/checkout-sales.ts";
import { visitorKind } from "./assign.ts";

type OfferEvent = StorefrontEventOf<"offer.shown" | "offer.accepted" | "offer.declined">;

/** Of what a server reports, the device is not known. */
export function lookOf(
  { placement, trigger_product, visitor_id = "", occurred_at }: OfferEvent,
  shopper: { device: string } | undefined,
): OfferLook {
  return present({
    placement,
    device: shopper?.device,
    visitors: visitorKind(visitor_id, Date.parse(occurred_at)) ?? undefined,
    trigger_product: trigger_product === null ? "" : trigger_product,
  });
}

export const segmentsOf = (look: OfferLook): string[] => [
  "",
  ...Object.entries(look).map(([name, value]) => `${name}:${value}`),
];
