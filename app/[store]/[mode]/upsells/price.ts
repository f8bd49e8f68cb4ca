import { minorDigits } from "@/lib/currency";

type Discount = { type: string; value: number };

/**
 * The price after a discount, in minor units, rounded half up; never below zero. Null for a discount of a type
 * whose arithmetic nobody told us.
 */
export function discountedMinor(priceMinor: number, discount: Discount, currency: string): number | null {
  if (!Number.isFinite(discount.value)) return null;
  if (discount.type === "percentage") {
    // Percent to four places as a whole number, so that no binary fraction decides a rounding.
    const kept = 1_000_000 - Math.round(discount.value * 10_000);
    return Math.max(0, Math.floor((priceMinor * kept + 500_000) / 1_000_000));
  }
  if (discount.type === "fixed_amount") {
    return Math.max(0, priceMinor - Math.round(discount.value * 10 ** minorDigits(currency)));
  }
  return null;
}
