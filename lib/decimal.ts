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

const withoutDigits = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" ");
const withThree = "BHD IQD JOD KWD LYD OMR TND".split(" ");
const withFour = ["CLF", "UYW"];

/**
 * As ISO 4217 defines it: 2 for EUR, 0 for JPY, 3 for KWD. JavaScript only knows how many digits people write, which are
 * none for HUF or IDR, and not the same in all browsers.
 */
export function minorDigits(currency: string): number {
  const code = currency.toUpperCase();
  if (withoutDigits.includes(code)) return 0;
  if (withThree.includes(code)) return 3;
  return withFour.includes(code) ? 4 : 2;
}
