type Discount = { type: string; value: number };

/** How many digits a currency has behind the point: 2 for EUR, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

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
