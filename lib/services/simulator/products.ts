import { minorDigits } from "../../decimal.ts";

// Prices are in hundredths of a euro, see `priceIn`.

export type SimulatedProduct = {
  id: string;
  category: string;
  title: string;
  variant: string;
  cents: number;
  /** How often the product is bought, relative to the others. */
  liked: number;
  every?: { unit: "week" | "month"; count: number };
};

const product = (
  ...[id, category, title, variant, cents, liked]: [string, string, string, string, number, number]
): SimulatedProduct => ({
  id: `prod_${id}`,
  category,
  title,
  variant: `var_${variant}`,
  cents,
  liked,
});

export const products: readonly SimulatedProduct[] = [
  product("beans-house", "Coffee", "House blend, 250 g", "whole", 1190, 30),
  product("beans-espresso", "Coffee", "Espresso roast, 250 g", "whole", 1290, 24),
  product("beans-ethiopia", "Coffee", "Ethiopia Yirgacheffe, 250 g", "whole", 1590, 14),
  product("beans-decaf", "Coffee", "Decaf, 250 g", "whole", 1250, 9),
  product("beans-kilo", "Coffee", "House blend, 1 kg", "whole", 3990, 12),
  product("filters", "Brewing", "Paper filters, 100", "white", 690, 18),
  product("dripper", "Brewing", "Ceramic dripper", "white", 2490, 8),
  product("carafe", "Brewing", "Glass carafe", "600ml", 2290, 6),
  product("kettle", "Equipment", "Gooseneck kettle", "black", 6900, 5),
  product("grinder", "Equipment", "Hand grinder", "steel", 8900, 5),
  product("scale", "Equipment", "Brew scale", "black", 4490, 4),
  product("press", "Brewing", "French press", "1l", 3490, 5),
  product("mug", "Accessories", "Stoneware mug", "sand", 1490, 10),
  product("tin", "Accessories", "Storage tin", "500g", 1290, 6),
  product("descaler", "Care", "Descaler", "250ml", 890, 5),
  {
    ...product("sub-house", "Subscriptions", "House blend every month", "whole", 1090, 0),
    every: { unit: "month", count: 1 },
  },
  {
    ...product("sub-espresso", "Subscriptions", "Espresso roast every 2 weeks", "whole", 1150, 0),
    every: { unit: "week", count: 2 },
  },
];

const byId = new Map(products.map((each) => [each.id, each]));

/** Products that are not from this shop are sold at a plain price. */
export function productOf(id: string): SimulatedProduct {
  return byId.get(id) ?? { id, category: "", title: id, variant: "var_standard", cents: 2000, liked: 1 };
}

/** About how many units of a currency make a euro, where that is far from one. */
const scales: Record<string, number> = {
  JPY: 160,
  KRW: 1500,
  VND: 28_000,
  IDR: 18_000,
  CLP: 1000,
  COP: 4500,
  ISK: 140,
  HUF: 390,
  INR: 90,
  RUB: 90,
  CZK: 25,
  SEK: 11,
  NOK: 12,
  DKK: 7.5,
  PLN: 4.3,
  CNY: 8,
  HKD: 9,
  TWD: 35,
  THB: 38,
  PHP: 65,
  MXN: 21,
  ZAR: 20,
  TRY: 45,
  BRL: 6,
  UAH: 48,
  KES: 150,
  NGN: 1700,
  XAF: 656,
  XOF: 656,
  UGX: 4100,
  PYG: 8000,
  AED: 4,
  ILS: 4,
};

export function priceIn(currency: string, cents: number): number {
  const unit = 10 ** minorDigits(currency);
  const scale = scales[currency] ?? 1;
  const step = scale >= 100 ? unit * 10 : scale > 1 ? unit : 1;
  return Math.max(step, Math.round(((cents / 100) * scale * unit) / step) * step);
}

export const productRows = (currency: string, updatedAt: Date, pictures: string | undefined) =>
  products.map(({ id, category, title, cents }) => ({
    id,
    title,
    categories: [category],
    price: priceIn(currency, cents),
    imageUrl: pictures ? `${pictures}/${id}.webp` : null,
    url: null,
    source: "demo",
    updatedAt,
  }));
