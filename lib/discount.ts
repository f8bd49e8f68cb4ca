import { type Decimal, less, minorDigits, power, round, shift, toDecimal } from "./decimal.ts";

type Discount = { type: string; value: number };

/** Returns minor units, rounded half up and never below zero, or null for an unknown type of discount. */
export function discountedMinor(priceMinor: number, discount: Discount, currency: string): number | null {
  if (!Number.isFinite(discount.value)) return null;
  if (discount.type === "percentage") {
    // Percent with four decimals is computed as a whole number, so that no binary fraction decides the rounding.
    const kept = 1_000_000 - Math.round(discount.value * 10_000);
    return Math.max(0, Math.floor((priceMinor * kept + 500_000) / 1_000_000));
  }
  if (discount.type === "fixed_amount") {
    return Math.max(0, priceMinor - Math.round(discount.value * 10 ** minorDigits(currency)));
  }
  return null;
}

type Pricing = { type?: string | undefined; value?: number | undefined };

/** Returns minor units, rounded half up and never below zero; null is unknown. */
export function bundleMinor(subtotal: number | null, pricing: Pricing, currency: string): number | null {
  const exact = bundlePrice(subtotal === null ? null : BigInt(subtotal), pricing, minorDigits(currency));
  return exact && Math.max(0, Number(round(exact)));
}

/** Returns the exact price of a bundle before rounding, or null if it is unknown. `subtotal` is in minor units. */
export function bundlePrice(subtotal: bigint | null, { type, value }: Pricing, digits: number): Decimal | null {
  const decimal = value === undefined ? null : toDecimal(value);
  if (!decimal) return null;
  if (type === "fixed_price") return shift(decimal, digits);
  if (subtotal === null) return null;
  if (type === "amount_off") return less(subtotal, shift(decimal, digits));
  if (type !== "percentage_off") return null;
  return { units: subtotal * (100n * power(decimal.scale) - decimal.units), scale: decimal.scale + 2 };
}
