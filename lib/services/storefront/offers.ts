import type { ResourceHandlers } from "../../contract/define.ts";
import type { storefront as contract } from "../../contract/storefront.ts";
import { discountedMinor } from "../../discount.ts";
import { requireRoom } from "../kernel/ceilings.ts";
import type { Context } from "../kernel/context.ts";
import { toMajor } from "../kernel/money.ts";
import { catalogueOf, type ShopCatalogue, type ShownOffer } from "./catalogue-cache.ts";
import { noteContact } from "./contact.ts";
import { assignVariant } from "./experiments.ts";
import { readPreview } from "./preview.ts";

export const offers: ResourceHandlers<(typeof contract)["offers"], Context> = {
  async list({ query }, context) {
    const { db, tenantId, currency, keyId, publishable } = context;
    const { cart = [], placement, visitor_id, preview } = query;
    if (preview !== undefined) {
      const draft = await readPreview(context, preview);
      return { currency, offers: [toRecord(draft, currency)], experiments: [], applied: [], preview: true };
    }
    if (publishable && visitor_id !== undefined) await requireRoom("visitor", keyId, visitor_id);
    const catalogue = await catalogueOf(db, tenantId);
    noteContact(db, tenantId, "asked");
    return {
      currency,
      offers: select(catalogue, cart, placement).map((offer) => toRecord(offer, currency)),
      experiments:
        visitor_id === undefined
          ? []
          : catalogue.experiments.map(({ id, variants }) => ({
              experiment_id: id,
              variant: assignVariant(id, visitor_id, variants),
            })),
      applied: [],
    };
  },
};

/** Triggered offers come first, then newer ones. No offer is for a product that is already in the cart. */
function select(
  { mostOffers, untriggered, byTrigger }: ShopCatalogue,
  cart: readonly string[],
  placement: string | undefined,
): ShownOffer[] {
  const inCart = new Set(cart);
  const first = (list: readonly ShownOffer[] = []) => {
    const found: ShownOffer[] = [];
    for (const offer of list) {
      if (found.length === mostOffers) break;
      if ((placement ?? offer.placement) === offer.placement && !inCart.has(offer.productId)) found.push(offer);
    }
    return found;
  };
  const triggered = new Set(cart.flatMap((id) => first(byTrigger.get(id))));
  return [...[...triggered].sort((a, b) => a.rank - b.rank), ...first(untriggered)].slice(0, mostOffers);
}

function toRecord({ id, name, productId, discount, placement, product }: ShownOffer, currency: string) {
  const price = product?.price ?? null;
  const final = price === null ? null : discountedMinor(price, discount, currency);
  return {
    id,
    name,
    product_id: productId,
    discount,
    placement,
    product: productRecord(product, currency),
    price: major(price, currency),
    final_price: major(final, currency),
  };
}

export const productRecord = (product: ShownOffer["product"], currency: string) =>
  product && { ...product, price: major(product.price, currency) };

export const major = (amount: number | null, currency: string) => (amount === null ? null : toMajor(amount, currency));
