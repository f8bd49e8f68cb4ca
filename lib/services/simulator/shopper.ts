import { minorDigits } from "../../decimal.ts";
import { priceIn, productOf, products } from "./products.ts";
import type { Random } from "./random.ts";
import { dayMs, hour, minute } from "./time.ts";

// Amounts are in minor units, times in milliseconds since 1970.

export type ShopperOffer = {
  id: string;
  name: string;
  product_id: string;
  discount: { type: string; value: number };
  placement: string;
  trigger_product: string | null;
};
export type ShopperBundle = {
  id: string;
  original: number;
  price: number;
  products: readonly { product_id: string; quantity: number }[];
};

export type SimulatedShop = {
  currency: string;
  offers: readonly ShopperOffer[];
  takenBy: (offer: ShopperOffer) => number;
  bundle: ShopperBundle | undefined;
};

export type Shown = {
  offer: ShopperOffer;
  after: number;
  answer: "accepted" | "declined" | "ignored";
  price: number;
  off: number;
};
export type ShopperVisit = { reach: Reach; cart: readonly string[]; shown: Shown[]; order: ShopperOrder | undefined };
export type ShopperOrder = {
  /** Milliseconds after the start of the visit, like every `after`. */
  after: number;
  total: number;
  bought: { product: string; quantity: number }[];
  bundle: ShopperBundle | undefined;
  edit: { after: number; product: string; quantity: number; by: number } | undefined;
  cancel: { after: number; reason: string } | undefined;
  refund: { after: number; amount: number } | undefined;
};

const reaches = ["page", "cart", "checkout", "order"] as const;
type Reach = (typeof reaches)[number];
export type Shopper = { reach: Reach; cart: readonly string[] };
const reachWeights = [45, 38.5, 9.5, 7];
/** The placements of offers, and how far a shopper must get to see them. */
const seenFrom: Record<string, Reach> = {
  cart: "cart",
  checkout: "checkout",
  post_purchase: "order",
  thank_you: "order",
};

/** A visit ends within this time. Edits, refunds and cancellations may come later. */
export const visitMs = 20 * minute;

const liked = products.map((product) => product.liked);
const reasons = ["ordered_twice", "changed_my_mind", "too_slow", "wrong_address", "found_cheaper"] as const;

const onlyLooks: Shopper = { reach: "page", cart: [] };

export function comes(random: Random): Shopper {
  const reach = reaches[random.weighted(reachWeights)] as Reach;
  if (reach === "page") return onlyLooks;
  const size = 1 + random.weighted([62, 27, 11]);
  const cart = new Set<string>();
  for (let n = 0; n < size; n++) cart.add((products[random.weighted(liked)] as { id: string }).id);
  return { reach, cart: [...cart].sort() };
}

export function shops(random: Random, { reach, cart }: Shopper, shop: SimulatedShop): ShopperVisit {
  const far = reaches.indexOf(reach);
  const ordered = reach === "order";
  const placedAfter = (6 + random.next() * 5) * minute;
  const shown: Shown[] = [];
  for (const offer of shop.offers) {
    if (far < reaches.indexOf(seenFrom[offer.placement] ?? "order")) continue;
    const late = offer.placement === "post_purchase" || offer.placement === "thank_you";
    const after = late ? placedAfter + (10 + random.next() * 60) * 1000 : (1 + random.next() * 4) * minute;
    const takes = ordered && random.chance(shop.takenBy(offer));
    const answer = takes ? "accepted" : random.chance(0.34) ? "declined" : "ignored";
    const full = priceIn(shop.currency, productOf(offer.product_id).cents);
    const { type, value } = offer.discount;
    const unit = 10 ** minorDigits(shop.currency);
    const off = Math.min(full, type === "percentage" ? Math.round((full * value) / 100) : Math.round(value * unit));
    shown.push({ offer, after, answer, price: full, off });
  }
  return { reach, cart, shown, order: ordered ? orders(random, cart, shown, placedAfter, shop) : undefined };
}

function orders(
  random: Random,
  cart: readonly string[],
  shown: Shown[],
  after: number,
  shop: SimulatedShop,
): ShopperOrder {
  const bundle = shop.bundle && random.chance(0.15) ? shop.bundle : undefined;
  const bought = cart.map((product) => ({ product, quantity: random.chance(0.14) ? 2 : 1 }));
  let total = bundle?.price ?? 0;
  for (const { product, quantity } of bought) total += priceIn(shop.currency, productOf(product).cents) * quantity;
  for (const one of shown) if (one.answer === "accepted" && one.after < after) total += one.price - one.off;
  const order: ShopperOrder = { after, total, bought, bundle, edit: undefined, cancel: undefined, refund: undefined };
  const later = random.next();
  if (later < 0.018) {
    order.cancel = { after: after + (0.3 + random.next() * 18) * hour, reason: random.pick(reasons) };
  } else if (later < 0.045) {
    const whole = random.chance(0.3);
    const amount = whole ? total : Math.min(total, priceIn(shop.currency, productOf(random.pick(cart)).cents));
    order.refund = { after: after + (1 + random.next() * 10) * dayMs, amount };
  } else if (later < 0.075) {
    const product = random.pick(["prod_mug", "prod_filters", "prod_beans-house", "prod_tin"] as const);
    const quantity = random.between(1, 2);
    const by = quantity * priceIn(shop.currency, productOf(product).cents);
    order.edit = { after: after + (0.2 + random.next() * 5) * hour, product, quantity, by };
  }
  return order;
}
