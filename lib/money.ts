import { minorDigits } from "./currency.ts";
import { shift, toDecimal, toMajor } from "./decimal.ts";
import type { Format } from "./format.ts";
import { readTyped } from "./i18n/typed-number.ts";

// Amounts on the affiliate side stay in the API's unit (whole minor units, or decimals in major units if the connection
// says so), exactly, until they are shown.

export type MoneyUnit = "minor" | "major";

/** Ten-thousandths, so that decimals of other APIs add up as exactly as minor units. */
const unit = 10_000;

/** Returns null for a value that is not an amount or would have to be rounded: money is never rounded here. */
export function toUnits(amount: unknown): number | null {
  if (typeof amount !== "number" || !Number.isFinite(amount)) return null;
  const units = Math.round(amount * unit);
  return Number.isSafeInteger(units) && units / unit === amount ? units : null;
}

export const fromUnits = (units: number): number => units / unit;

/** Adds amounts that were read before and are exact. */
export function sumOf(amounts: readonly number[]): number {
  return fromUnits(amounts.reduce((sum, amount) => sum + Math.round(amount * unit), 0));
}

/** The amount in major units with all digits, or null if the number of decimals of the currency is unknown. */
export function majorOf(amount: number, currency: string | null | undefined, of: MoneyUnit): `${number}` | null {
  const decimal = toDecimal(amount);
  const digits = of === "major" ? 0 : digitsOf(currency);
  return decimal && digits !== null ? toMajor(decimal, digits) : null;
}

/** As an error writes it: 9.30 USD. */
export function amountText(amount: number, currency: string, of: MoneyUnit): string {
  const [whole, fraction = ""] = (majorOf(amount, currency, of) ?? String(amount)).split(".");
  const cents = fraction.padEnd(digitsOf(currency) ?? 0, "0");
  return `${whole}${cents && `.${cents}`} ${currency}`;
}

/**
 * Reads a typed amount such as 1,234.50 or 1.234,50 in the API's unit. Returns null for texts that are not amounts,
 * have too many decimals or can be read in two ways. `mark` is the decimal mark of the person's language.
 */
export function typedAmount(text: string, currency: string, of: MoneyUnit, mark = "."): number | null {
  const typed = readTyped(text);
  const minor = digitsOf(currency);
  if (typed === null || minor === null || /^[+-]/.test(typed.value)) return null;
  let { value } = typed;
  if (typed.grouped) {
    // Three digits after a mark are a group if the currency has fewer decimals and the language uses the mark for
    // groups.
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

/** The amount for a screen with all digits; with an unknown currency, as it came. */
export const showAmount = (format: Format, ...money: Money): string => shown(format, "exactMoney", money);

/** The same for an average, with enough digits for small amounts. */
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
