import type { Bundle, Line, Offer, Variant } from "./types.ts";

export const lineOf = (offer: Offer, variant?: Variant, quantity = (variant ?? offer).quantity.least): Line => ({
  product_id: offer.product_id,
  ...(variant && { variant_id: variant.id }),
  quantity,
  price: (variant ?? offer).price,
  final_price: (variant ?? offer).final_price,
  discount: offer.discount,
  upsell_id: offer.id,
  currency: offer.currency,
});

/** What several pieces cost together, without the fractions of binary numbers. */
export const times = (price: number, quantity = 1) => Number((price * quantity).toFixed(3));

/** A price that nobody knows counts as 0, so that the acceptance is reported and no revenue is made up. */
export const seenAs = ({ placement, trigger_product }: Offer) => ({ placement, trigger_product });

export function acceptanceOf(offer: Offer, { product_id: id, variant_id = id, ...line }: Line) {
  const { price, final_price, quantity, discount, upsell_id } = line;
  const { product } = offer;
  const final = times(final_price ?? price ?? 0, quantity);
  const full = price === null ? final : times(price, quantity);
  return {
    upsell_id,
    ...seenAs(offer),
    product: { id, title: product?.title ?? id, variant_id, price: full },
    discount: { ...discount, amount: Math.max(0, times(full - final)) },
    final_price: final,
  };
}

export const purchaseOf = ({ id, products, original_price, price }: Bundle) => ({
  bundle_id: id,
  products: products.map(({ product_id: id, quantity, product }) => ({ id, title: product?.title ?? id, quantity })),
  original_price: original_price ?? price ?? 0,
  bundle_price: price ?? original_price ?? 0,
});

/** What waits for its order, whose ids its event needs. */
export type Accepted =
  | { type: "offer.accepted"; of: string; data: ReturnType<typeof acceptanceOf> }
  | { type: "bundle.purchased"; of: string; data: ReturnType<typeof purchaseOf> };
