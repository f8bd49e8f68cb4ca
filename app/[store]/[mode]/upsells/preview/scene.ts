import type { Products } from "@/components/products/remembered-products";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { upsellPlacements } from "@/lib/contract/checkout/upsell-words";
import { minorDigits } from "@/lib/decimal";
import { discountedMinor } from "./price";

export type Line = { id: string; name: string; price: number; sample: boolean };
/** Amounts are in minor units. */
export type Scene = {
  placement: (typeof upsellPlacements)[number] | "other";
  product: Line;
  /** Null if the discount has an unknown type or is not entered yet. */
  after: number | null;
  saved: number;
  /** The cart contains one of the triggers as an example. */
  cart: Line | null;
  totals: { declined: number; accepted: number };
};

/** This price stands in for an unknown price and is marked as a sample wherever it is shown. */
const sampleMajor = 40;

export function sceneOf(upsell: UpsellDraft, products: Products, currency: string): Scene {
  const sample = sampleMajor * 10 ** minorDigits(currency);
  const lineOf = (id: string): Line => {
    const { name = null, price = null } = products.get(id) ?? {};
    return { id, name: name ?? id, price: price ?? sample, sample: price === null };
  };
  const product = lineOf(upsell.product_id);
  const after = discountedMinor(product.price, upsell.discount, currency);
  const [trigger] = upsell.trigger_products;
  const cart = trigger === undefined ? null : lineOf(trigger);
  const before = cart?.price ?? 0;
  return {
    placement: upsellPlacements.find((known) => known === upsell.placement) ?? "other",
    product,
    after,
    cart,
    saved: after === null ? 0 : product.price - after,
    totals: { declined: before, accepted: before + (after ?? product.price) },
  };
}
