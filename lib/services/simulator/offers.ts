import type { upsell } from "../../database/schema/checkout.ts";
import { addDays, startOfDay } from "../../days.ts";
import { toMajor } from "../kernel/money.ts";
import { priceIn } from "./products.ts";
import type { ShopperOffer } from "./shopper.ts";
import { hour } from "./time.ts";

type Word = "cart" | "checkout" | "post_purchase" | "thank_you";
type Line = [name: string, product: string, triggers: string, discount: number | "3" | "5", place: Word, taken: number];

/** Oldest first. A number is a discount in percent, a text an amount off. The last column is the share that accepts. */
const lines: readonly Line[] = [
  ["Paper filters to go with it", "filters", "dripper,carafe", 10, "cart", 0.42],
  ["A mug for the new beans", "mug", "beans-house", 15, "post_purchase", 0.12],
  ["Keep it fresh: storage tin", "tin", "beans-kilo,beans-ethiopia", 15, "cart", 0.27],
  ["Grind it yourself", "grinder", "beans-espresso,beans-kilo", "5", "checkout", 0.06],
  ["Pour with a gooseneck kettle", "kettle", "dripper", 10, "cart", 0.11],
  ["House blend every month", "sub-house", "beans-house", 10, "post_purchase", 0.16],
  ["Weigh every brew", "scale", "dripper,grinder", 12, "post_purchase", 0.08],
  ["Descaler for your kettle", "descaler", "kettle", 20, "checkout", 0.31],
  ["Try the Ethiopia", "beans-ethiopia", "beans-espresso", 15, "cart", 0.19],
  ["A mug to carry home, a third off", "mug", "tin,filters", 33, "cart", 0.35],
  ["Decaf for the evening", "beans-decaf", "beans-espresso", 20, "thank_you", 0.1],
  ["Complete the set: glass carafe", "carafe", "dripper", 15, "cart", 0.24],
  ["Espresso every two weeks", "sub-espresso", "beans-espresso", 10, "post_purchase", 0.14],
  ["French press for slow mornings", "press", "beans-house", "3", "checkout", 0.05],
  ["A hundred filters more", "filters", "carafe,mug", 25, "post_purchase", 0.33],
  ["The kilo saves more", "beans-kilo", "beans-house", 15, "cart", 0.13],
  ["Complete the set: dripper", "dripper", "carafe,filters", 15, "cart", 0.18],
  ["Kettle and grinder belong together", "kettle", "grinder", 12, "post_purchase", 0.09],
  ["House blend on top", "beans-house", "press,dripper", 20, "cart", 0.38],
  ["Scale for the serious", "scale", "beans-ethiopia", "5", "checkout", 0.04],
  ["Spring: a tin for every roast", "tin", "beans-espresso", 25, "thank_you", 0.17],
  ["Espresso roast on top", "beans-espresso", "grinder", 20, "cart", 0.36],
  ["Filters for the new dripper", "filters", "dripper", 30, "post_purchase", 0.4],
  ["A grinder for the press", "grinder", "press", 10, "cart", 0.1],
  ["Mug with the press", "mug", "press", 20, "checkout", 0.26],
  ["Descaler, twice a year", "descaler", "scale,grinder", 15, "thank_you", 0.07],
  ["Decaf, half and half", "beans-decaf", "beans-house", 25, "post_purchase", 0.15],
  ["Gift: a mug for a friend", "mug", "beans-ethiopia,beans-kilo", 20, "checkout", 0.21],
  ["The carafe at a small price", "carafe", "filters", "3", "post_purchase", 0.12],
  ["Kettle in black", "kettle", "beans-kilo", "5", "thank_you", 0.03],
  ["A tin for the decaf", "tin", "beans-decaf", 15, "cart", 0.29],
  ["Ethiopia to compare", "beans-ethiopia", "beans-decaf,beans-house", 10, "checkout", 0.11],
  ["Winter: house blend, 1 kg", "beans-kilo", "mug,press", 20, "post_purchase", 0.14],
  ["Press with the kilo", "press", "beans-kilo", 15, "cart", 0.08],
  ["Monthly house blend with the grinder", "sub-house", "grinder,press", 15, "thank_you", 0.12],
  ["Filters, just in case", "filters", "beans-ethiopia", 10, "cart", 0.23],
  ["Dripper for the weekend", "dripper", "beans-espresso", 15, "post_purchase", 0.09],
  ["A scale with the kettle", "scale", "kettle", 15, "cart", 0.16],
  ["Espresso roast, one bag more", "beans-espresso", "beans-decaf,descaler", 10, "post_purchase", 0.28],
  ["Treat yourself: a mug", "mug", "", 10, "checkout", 0.09],
];

const drafts = [29, 33, 35, 37];
const takenDownAfter = 0.7;
const retired = [3, 7, 10, 13, 17, 20, 25];

export type ShopOffer = {
  row: Omit<typeof upsell.$inferInsert, "tenantId"> & { createdAt: Date };
  taken: number;
  /** When the offer could be shown, in milliseconds since 1970. */
  from: number;
  until: number;
};

export function makeOffers(today: string, timeZone: string, currency: string): ShopOffer[] {
  const end = +startOfDay(timeZone, today);
  return lines.map(([name, product, triggers, discount, placement, taken], n) => {
    // One offer every two weeks, most of them before the history begins.
    const createdAt = +startOfDay(timeZone, addDays(today, -14 * (lines.length - n) - 5)) + 9.5 * hour + n * 61_000;
    const status = drafts.includes(n) ? "draft" : retired.includes(n) ? "inactive" : "active";
    const until = status === "inactive" ? createdAt + takenDownAfter * (end - createdAt) : Number.POSITIVE_INFINITY;
    const amount = typeof discount === "string";
    return {
      taken,
      from: status === "draft" ? Number.POSITIVE_INFINITY : createdAt,
      until,
      row: {
        id: `ups_demo${String(n + 1).padStart(3, "0")}`,
        name,
        status,
        productId: `prod_${product}`,
        triggerProducts: triggers === "" ? [] : triggers.split(",").map((id) => `prod_${id}`),
        discountType: amount ? "fixed_amount" : "percentage",
        discountValue: amount ? toMajor(priceIn(currency, Number(discount) * 100), currency) : discount,
        placement,
        createdAt: new Date(createdAt),
        updatedAt: new Date(Number.isFinite(until) ? until : createdAt),
      },
    };
  });
}

export const toOffer = ({ row }: ShopOffer, cart: readonly string[]): ShopperOffer => ({
  id: row.id,
  name: row.name,
  product_id: row.productId,
  placement: row.placement,
  trigger_product: cart.find((id) => row.triggerProducts.includes(id)) ?? null,
  discount: { type: row.discountType, value: row.discountValue },
});

/** An offer that the merchant added counts as average. */
export function takenBy({ id }: { id: string }): number {
  const n = /^ups_demo(\d{3})$/.exec(id)?.[1];
  return (n && lines[Number(n) - 1]?.[5]) || 0.15;
}
