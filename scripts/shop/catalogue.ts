import { minorDigits } from "../../lib/decimal.ts";
import { priceIn, products } from "../../lib/services/simulator/products.ts";

export type Item = { id: string; title: string; about: string; price: number };

/** What stands on the shelf. The shop sells the other products in offers and bundles only. */
const shelf: Record<string, string> = {
  "beans-house": "Our everyday roast: chocolate, hazelnut and a little orange. Good black, good with milk.",
  "beans-espresso": "Roasted darker for the machine. Thick, sweet, with a long finish of cocoa.",
  "beans-ethiopia": "Washed Yirgacheffe, light and floral. Tastes of peach and black tea.",
  filters: "A hundred paper filters, oxygen bleached. They fit the dripper and most others.",
  dripper: "White porcelain, one hole, no hurry. Brews one cup or two.",
  kettle: "A thin spout for a slow, steady pour. One litre, for every kind of stove.",
  grinder: "Steel burrs and a quiet handle. Thirty clicks from espresso to French press.",
  mug: "Thrown by hand, glazed in sand. Holds 300 ml and keeps it warm.",
};

export type Catalogue = ReturnType<typeof stock>;

export function stock(currency: string) {
  const form = new Intl.NumberFormat("en", { style: "currency", currency });
  const unit = 10 ** minorDigits(currency);
  const all = new Map(
    products.map(({ id, title, cents }): [string, Item] => [
      id,
      { id, title, price: priceIn(currency, cents), about: shelf[id.replace("prod_", "")] ?? "" },
    ]),
  );
  return {
    currency,
    all: [...all.values()],
    shelf: [...all.values()].filter(({ about }) => about !== ""),
    find: (id: string) => all.get(id),
    price: (cents: number) => priceIn(currency, cents),
    major: (minor: number) => minor / unit,
    minor: (major: number) => Math.round(major * unit),
    money: (minor: number) => form.format(minor / unit),
  };
}
