import { type Decimal, floorDivide, less, round } from "@/lib/decimal";
import { bundlePrice } from "@/lib/discount";

// Bundle prices are whole minor units and exact decimals, so that no binary fraction decides about a cent.

type Component = { product_id?: string | undefined; quantity?: number | undefined };
type Pricing = { type?: string | undefined; value?: number | undefined };
export type Contents = {
  type?: string | undefined;
  products?: readonly Component[] | undefined;
  pricing?: Pricing | undefined;
};

export type Prices = ReadonlyMap<string, { price: number | null }>;

/** Null means unknown, never zero. */
type Line = { product: string; quantity: number | null; unit: bigint | null; total: bigint | null };
export type Case = {
  subtotal: bigint | null;
  discount: Decimal | null;
  /** Subtotal − discount + rounding = price. */
  rounding: Decimal | null;
  price: bigint | null;
  savings: bigint | null;
};
type Doubt = "price_not_positive" | "above_sum" | "price_unknown" | "quantity_unknown" | "pricing_unknown";
/** There is one case if nothing is left to choose, otherwise the cheapest and the dearest case. */
export type BundleSums = { lines: Line[]; cases: Case[]; doubts: Doubt[] };

/**
 * The specification does not say how many items a shopper gets beyond the quantities. Here, a fixed bundle and an
 * unknown type contain everything. A mix contains as many items as the quantities add up to, each of any of the
 * products. A box contains what the shopper puts in, from one item up to everything listed.
 */
export function sumsOf(bundle: Contents, prices: Prices, digits: number): BundleSums {
  const lines = (bundle.products ?? []).flatMap((component) => toLine(component, prices));
  const cases = lines.length === 0 ? [] : subtotals(bundle.type, lines).map((sum) => priced(sum, bundle, digits));
  return { lines, cases, doubts: doubtsOf(lines, cases, bundle.pricing) };
}

function toLine({ product_id: product = "", quantity }: Component, prices: Prices) {
  if (product.trim() === "") return [];
  const { price = null } = prices.get(product) ?? {};
  const unit = price === null ? null : BigInt(price);
  const known = quantity !== undefined && Number.isInteger(quantity) && quantity > 0 ? quantity : null;
  return [{ product, quantity: known, unit, total: unit === null || known === null ? null : unit * BigInt(known) }];
}

function subtotals(type: string | undefined, lines: readonly Line[]): (bigint | null)[] {
  const listed = sum(lines.map(({ total }) => total));
  if (type !== "mix_match" && type !== "build_a_box") return [listed];
  const units = lines.map(({ unit }) => unit);
  const [least, most] = [extreme(units, (a, b) => a < b), extreme(units, (a, b) => a > b)];
  if (type === "build_a_box") return [least, listed];
  const count = sum(lines.map(({ quantity }) => (quantity === null ? null : BigInt(quantity))));
  return [least, most].map((unit) => (unit === null || count === null ? null : unit * count));
}

function priced(subtotal: bigint | null, { pricing = {} }: Contents, digits: number): Case {
  const exact = bundlePrice(subtotal, pricing, digits);
  if (!exact) return { subtotal, discount: null, rounding: null, price: null, savings: null };
  const price = round(exact);
  return {
    subtotal,
    discount: subtotal === null ? null : less(subtotal, exact),
    rounding: less(price, exact),
    price,
    savings: subtotal === null ? null : subtotal - price,
  };
}

function doubtsOf(lines: readonly Line[], cases: readonly Case[], pricing: Pricing = {}): Doubt[] {
  const known = ["percentage_off", "amount_off", "fixed_price"].includes(pricing.type ?? "");
  const found: [Doubt, boolean][] = [
    ["price_not_positive", cases.some(({ price }) => price !== null && price <= 0n)],
    ["above_sum", cases.some(({ savings }) => savings !== null && savings < 0n)],
    ["price_unknown", lines.some(({ unit }) => unit === null)],
    ["quantity_unknown", lines.some(({ quantity }) => quantity === null)],
    ["pricing_unknown", lines.length > 0 && !known],
  ];
  return found.flatMap(([doubt, is]) => (is ? [doubt] : []));
}

/** Returns the savings as a share of the subtotal, in hundredths of a percent. */
export function savedShare({ subtotal, savings }: Case): number | null {
  if (subtotal === null || savings === null || subtotal <= 0n) return null;
  return Number(floorDivide(savings * 20_000n + subtotal, subtotal * 2n));
}

function sum(values: readonly (bigint | null)[]): bigint | null {
  return values.reduce<bigint | null>((all, value) => (all === null || value === null ? null : all + value), 0n);
}

function extreme(values: readonly (bigint | null)[], wins: (a: bigint, b: bigint) => boolean): bigint | null {
  const known = values.filter((value) => value !== null);
  return known.length < values.length ? null : known.reduce((best, value) => (wins(value, best) ? value : best));
}
