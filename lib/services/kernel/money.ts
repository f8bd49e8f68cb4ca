// Amounts are whole minor units inside and decimals of major units on the wire, by the digits of ISO 4217.

const digitsOf = new Map<string, number>();

export function currencyDigits(currency: string): number {
  let digits = digitsOf.get(currency);
  if (digits === undefined) {
    digits = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
    digitsOf.set(currency, digits);
  }
  return digits;
}

export function toMajor(minor: number, currency: string): number {
  const digits = currencyDigits(currency);
  return Number((minor / 10 ** digits).toFixed(digits));
}

/** Null where the amount has more decimals than its currency: rounding it here would lose money unseen. */
export function toMinor(major: number, currency: string): number | null {
  const scaled = major * 10 ** currencyDigits(currency);
  const minor = Math.round(scaled);
  return Number.isSafeInteger(minor) && Math.abs(scaled - minor) < 1e-6 * Math.max(1, Math.abs(scaled) * 1e-9)
    ? minor
    : null;
}
