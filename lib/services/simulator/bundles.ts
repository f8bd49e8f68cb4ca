import type { bundle } from "../../database/schema/checkout.ts";
import { addDays, startOfDay } from "../../days.ts";
import { toMajor } from "../kernel/money.ts";
import { priceIn, productOf } from "./products.ts";
import type { ShopperBundle } from "./shopper.ts";
import { hour } from "./time.ts";

type Kind = "fixed" | "mix_match" | "build_a_box";
/** A number is a discount in percent, `-5` an amount off, and `=30` the price of the whole bundle. */
type Line = [name: string, type: Kind, contents: string, price: number | string, liked: number];

const lines: readonly Line[] = [
  ["Morning set", "fixed", "beans-house 1,filters 1,mug 1", 10, 9],
  ["Pour-over starter", "fixed", "dripper 1,carafe 1,filters 1", 15, 8],
  ["Three roasts", "mix_match", "beans-house 1,beans-espresso 1,beans-ethiopia 1", 12, 10],
  ["Box of four bags", "build_a_box", "beans-house 2,beans-espresso 2", 15, 7],
  ["Everything for the brew", "fixed", "dripper 1,kettle 1,scale 1,filters 1", "-20", 3],
  ["Two mugs", "fixed", "mug 2", "=25", 8],
  ["Espresso pair", "mix_match", "beans-espresso 2", 8, 9],
  ["Gift box, small", "build_a_box", "beans-ethiopia 1,mug 1", "=27", 6],
  ["Gift box, large", "build_a_box", "beans-ethiopia 1,beans-house 1,mug 2,tin 1", 18, 4],
  ["Grinder and beans", "fixed", "grinder 1,beans-espresso 1", 10, 4],
  ["Slow Sunday", "fixed", "press 1,beans-house 1", "-5", 5],
  ["Decaf and house", "mix_match", "beans-decaf 1,beans-house 1", 10, 6],
  ["Office kilo, twice", "fixed", "beans-kilo 2", 10, 5],
  ["Year of filters", "fixed", "filters 6", 25, 4],
  ["Travel kit", "fixed", "grinder 1,mug 1,filters 1", "-12", 3],
  ["Kettle care", "fixed", "kettle 1,descaler 2", 10, 2],
  ["Box of six bags", "build_a_box", "beans-house 2,beans-espresso 2,beans-ethiopia 2", 18, 5],
  ["Tin and beans", "mix_match", "tin 1,beans-house 1", 10, 6],
  ["Spring tasting", "mix_match", "beans-ethiopia 2,beans-decaf 1", 15, 5],
  ["Winter warmer", "fixed", "beans-house 1,press 1,mug 2", 15, 4],
  ["First tasting box", "build_a_box", "beans-house 1,beans-espresso 1,beans-decaf 1", 20, 7],
  ["Barista bench", "fixed", "scale 1,grinder 1", "-15", 2],
  ["Advent box", "build_a_box", "beans-ethiopia 2,mug 1,tin 1", 15, 0],
  ["Office starter", "mix_match", "beans-kilo 1,press 1", 12, 0],
  ["Gift card sleeve", "fixed", "tin 1,mug 1", "-3", 0],
];
const drafts = [22, 23, 24];
const archived = [14, 18, 19, 20, 21];

export type ShopBundle = {
  row: Omit<typeof bundle.$inferInsert, "tenantId"> & { createdAt: Date };
  original: number;
  price: number;
  liked: number;
  from: number;
  until: number;
};

/** Prices are in minor units. */
export function makeBundles(today: string, timeZone: string, currency: string): ShopBundle[] {
  const end = +startOfDay(timeZone, today);
  return lines.map(([name, type, contents, price, liked], n) => {
    const createdAt = +startOfDay(timeZone, addDays(today, -20 * (lines.length - n) - 12)) + 11 * hour + n * 47_000;
    const status = drafts.includes(n) ? "draft" : archived.includes(n) ? "archived" : "active";
    const until = status === "archived" ? createdAt + 0.75 * (end - createdAt) : Number.POSITIVE_INFINITY;
    const parts = contents.split(",").map((part) => {
      const [id = "", quantity] = part.split(" ");
      return { product_id: `prod_${id}`, quantity: Number(quantity) };
    });
    const original = parts.reduce(
      (sum, { product_id, quantity }) => sum + quantity * priceIn(currency, productOf(product_id).cents),
      0,
    );
    const amount = typeof price === "string" ? priceIn(currency, Number(price.slice(1)) * 100) : 0;
    const pays =
      typeof price === "number"
        ? Math.round((original * (100 - price)) / 100)
        : price.startsWith("=")
          ? amount
          : original - amount;
    return {
      original,
      price: pays,
      liked,
      from: status === "draft" ? Number.POSITIVE_INFINITY : createdAt,
      until,
      row: {
        id: `bun_demo${String(n + 1).padStart(3, "0")}`,
        name,
        type,
        status,
        products: parts,
        pricingType:
          typeof price === "number" ? "percentage_off" : price.startsWith("=") ? "fixed_price" : "amount_off",
        pricingValue: typeof price === "number" ? price : toMajor(amount, currency),
        createdAt: new Date(createdAt),
        updatedAt: new Date(Number.isFinite(until) ? until : createdAt),
      },
    };
  });
}

export const toBundle = ({ row, original, price }: ShopBundle): ShopperBundle => ({
  id: row.id,
  products: row.products,
  original,
  price,
});
