import { minorDigits } from "../../decimal.ts";
import { hasFractionsOfCent, type MoneyUnit, majorOf, toUnits } from "../../money.ts";

/** With all decimals of the currency. Null if the amount cannot be read, or the currency is not known. */
export function decimalOf(amount: unknown, currency: string | undefined, unit: MoneyUnit): string | null {
  const major = toUnits(amount) === null ? null : majorOf(amount as number, currency, unit);
  return major && padded(major, currency);
}

export function padded(amount: string, currency = ""): string {
  const digits = /^[A-Za-z]{3}$/.test(currency) ? minorDigits(currency) : 0;
  const [whole, fraction = ""] = amount.split(".");
  return digits === 0 && fraction === "" ? amount : `${whole}.${fraction.padEnd(digits, "0")}`;
}

/** Null for an amount that nobody can transfer, because it has fractions of a cent. */
export const transferable = (amount: number, currency: string, unit: MoneyUnit): string | null =>
  hasFractionsOfCent(amount, currency, unit) ? null : decimalOf(amount, currency, unit);

/** Adds up what was written, so that a file is compared with the ledger and not with itself. */
export function sumOfDecimals(amounts: readonly string[]): string {
  const digits = Math.max(0, ...amounts.map((amount) => amount.split(".")[1]?.length ?? 0));
  const units = amounts.map((amount) => {
    const [whole = "0", fraction = ""] = amount.split(".");
    return BigInt(whole + fraction.padEnd(digits, "0"));
  });
  const text = String(units.reduce((sum, each) => sum + each, 0n)).padStart(digits + 1, "0");
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
