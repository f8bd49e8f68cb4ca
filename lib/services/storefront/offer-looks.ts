import { upsellPlacements } from "../../contract/checkout/upsell-words.ts";
import { present } from "../../contract/read.ts";
import type { StorefrontEvent, StorefrontEventOf } from "../../contract/storefront.ts";
import type { OfferLook } from "../../database/schema/checkout-sales.ts";
import type { Catalogue } from "./catalogue.ts";
import { visitorKind } from "./shopper-facts.ts";

type OfferEvent = StorefrontEventOf<"offer.shown" | "offer.accepted" | "offer.declined">;

/** A page may say anything, and each value is a row for good, so only places and triggers that the offer can have are kept. */
export function withKnownLook(event: StorefrontEvent, { upsells }: Pick<Catalogue, "upsells">): StorefrontEvent {
  if (!("placement" in event || "trigger_product" in event)) return event;
  const { placement, trigger_product: trigger, ...rest } = event;
  const { placement: own, triggerProducts = [] } = upsells.get(event.upsell_id) ?? {};
  const isPlace = placement !== undefined && [own, ...upsellPlacements].includes(placement);
  const isTrigger = trigger === null || (trigger !== undefined && triggerProducts.includes(trigger));
  return { ...rest, ...(isPlace && { placement }), ...(isTrigger && { trigger_product: trigger }) } as StorefrontEvent;
}

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
