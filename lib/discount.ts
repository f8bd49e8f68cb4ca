import { minorDigits } from "./decimal.ts";

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
