/** `units` divided by ten to the power of `scale`. */
export type Decimal = { units: bigint; scale: number };

/** Reads a text, or the shortest text of a number; null for anything else. */
export function toDecimal(value: string | number): Decimal | null {
  const [match, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  if (match === undefined) return null;
  return shift({ units: BigInt(sign + whole + fraction), scale: fraction.length }, Number(exponent));
}

/** Rounds half up, as all prices are rounded. */
export function round({ units, scale }: Decimal): bigint {
  return floorDivide(units * 2n + power(scale), power(scale) * 2n);
}

export function toMajor({ units, scale }: Decimal, digits: number): `${number}` {
  const places = scale + digits;
  const [sign, all] = units < 0n ? ["-", -units] : ["", units];
  const text = String(all).padStart(places + 1, "0");
  const fraction = text.slice(text.length - places).replace(/0+$/, "");
  return `${sign}${text.slice(0, text.length - places)}${fraction === "" ? "" : `.${fraction}`}` as `${number}`;
}

export function shift({ units, scale }: Decimal, places: number): Decimal {
  const left = scale - places;
  return left >= 0 ? { units, scale: left } : { units: units * power(-left), scale: 0 };
}

export function less(amount: bigint, { units, scale }: Decimal): Decimal {
  return { units: amount * power(scale) - units, scale };
}

export const power = (exponent: number): bigint => 10n ** BigInt(exponent);

/** Rounds down, while division of BigInt rounds towards zero. */
export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}

const digitsOf = new Map<string, number>();

/** As ISO 4217 defines it: 2 for EUR, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  let digits = digitsOf.get(currency);
  if (digits === undefined) {
    digits = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
    digitsOf.set(currency, digits);
  }
  return digits;
}
