import { minorDigits, shift, toDecimal, toMajor } from "./decimal.ts";
import type { Format } from "./format.ts";
import { readTyped } from "./i18n/typed-number.ts";

// Amounts of the affiliate API stay in its unit (minor or major, by connection) until they are shown.

export type MoneyUnit = "minor" | "major";

/** Sums are counted in ten-thousandths, so that decimals of other APIs add up as exactly as minor units. */
const unit = 10_000;

/** Null for a value that is no amount or would have to be rounded, because money is never rounded here. */
export function toUnits(amount: unknown): number | null {
  if (typeof amount !== "number" || !Number.isFinite(amount)) return null;
  const units = Math.round(amount * unit);
  return Number.isSafeInteger(units) && units / unit === amount ? units : null;
}

export const fromUnits = (units: number): number => units / unit;

export function sumOf(amounts: readonly number[]): number {
  return fromUnits(amounts.reduce((sum, amount) => sum + Math.round(amount * unit), 0));
}

/** Keeps all digits. Null if the number of decimals of the currency is unknown. */
export function majorOf(amount: number, currency: string | null | undefined, of: MoneyUnit): `${number}` | null {
  const decimal = toDecimal(amount);
  const digits = of === "major" ? 0 : digitsOf(currency);
  return decimal && digits !== null ? toMajor(decimal, digits) : null;
}

/** True if an amount has more decimals than its currency, as when the unit of the API's amounts is set wrongly. */
export function hasFractionsOfCent(amount: number, currency: string, of: MoneyUnit): boolean {
  const digits = digitsOf(currency);
  const [, fraction = ""] = (majorOf(amount, currency, of) ?? "").split(".");
  return digits !== null && fraction.length > digits;
}

/** For errors: 9.30 USD. */
export function amountText(amount: number, currency: string, of: MoneyUnit): string {
  const [whole, fraction = ""] = (majorOf(amount, currency, of) ?? String(amount)).split(".");
  const cents = fraction.padEnd(digitsOf(currency) ?? 0, "0");
  return `${whole}${cents && `.${cents}`} ${currency}`;
}

// Null for a text that is no amount, has two readings or too many decimals. `mark` is the language's decimal mark.
export function typedAmount(text: string, currency: string, of: MoneyUnit, mark = "."): number | null {
  const typed = readTyped(text);
  const minor = digitsOf(currency);
  if (typed === null || minor === null || /^[+-]/.test(typed.value)) return null;
  let { value } = typed;
  if (typed.grouped) {
    // Three digits after a mark are a group if the language groups with it and the currency has fewer decimals.
    const isGroup = typed.grouped.mark !== mark;
    if (isGroup ? minor > 2 : minor < 3 && of === "minor") return null;
    if (isGroup) value = typed.grouped.value;
  }
  const decimal = toDecimal(value);
  const digits = of === "major" ? 0 : minor;
  if (decimal === null) return null;
  const amount = Number(toMajor(shift(decimal, digits), 0));
  const isWhole = of === "major" || Number.isInteger(amount);
  return isWhole && toUnits(amount) !== null && majorOf(amount, currency, of) === toMajor(decimal, 0) ? amount : null;
}

export const showAmount = (format: Format, ...money: Money): string => shown(format, "exactMoney", money);

export const showAverage = (format: Format, ...money: Money): string => shown(format, "averageMoney", money);

type Money = [amount: number, currency: string | null | undefined, of: MoneyUnit];

function shown(format: Format, look: "exactMoney" | "averageMoney", [amount, currency, of]: Money): string {
  const major = majorOf(amount, currency, of);
  if (major !== null && isCurrency(currency)) return format[look](major, currency);
  return [format.number(amount), currency].filter(Boolean).join(" ");
}

const isCurrency = (currency: string | null | undefined): currency is string =>
  typeof currency === "string" && /^[A-Za-z]{3}$/.test(currency);

const digitsOf = (currency: string | null | undefined) => (isCurrency(currency) ? minorDigits(currency) : null);
