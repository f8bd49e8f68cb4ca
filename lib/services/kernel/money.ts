// Amounts are whole minor units inside and decimals in major units on the wire, with the digits of ISO 4217.

import { minorDigits } from "../../decimal.ts";

export function toMajor(minor: number, currency: string): number {
  const digits = minorDigits(currency);
  return Number((minor / 10 ** digits).toFixed(digits));
}

/** Returns null if the amount has more decimals than its currency, because rounding would silently lose money. */
export function toMinor(major: number, currency: string): number | null {
  const scaled = major * 10 ** minorDigits(currency);
  const minor = Math.round(scaled);
  return Number.isSafeInteger(minor) && Math.abs(scaled - minor) < 1e-6 * Math.max(1, Math.abs(scaled) * 1e-9)
    ? minor
    : null;
}
