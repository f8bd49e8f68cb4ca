// Exact decimals, for amounts that no binary fraction may decide about.

/** `units` divided by ten to the power of `scale`. */
export type Decimal = { units: bigint; scale: number };

/** The decimal that a text, or the shortest text of a number, says; null for anything else. */
export function toDecimal(value: string | number): Decimal | null {
  const [match, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  if (match === undefined) return null;
  return shift({ units: BigInt(sign + whole + fraction), scale: fraction.length }, Number(exponent));
}

/** Half up, as prices are rounded everywhere here. */
export function round({ units, scale }: Decimal): bigint {
  return floorDivide(units * 2n + power(scale), power(scale) * 2n);
}

/** An amount in minor units as the decimal of major units, with all of its digits and no others. */
export function toMajor({ units, scale }: Decimal, digits: number): `${number}` {
  const places = scale + digits;
  const [sign, all] = units < 0n ? ["-", -units] : ["", units];
  const text = String(all).padStart(places + 1, "0");
  const fraction = text.slice(text.length - places).replace(/0+$/, "");
  return `${sign}${text.slice(0, text.length - places)}${fraction === "" ? "" : `.${fraction}`}` as `${number}`;
}

/** Times ten to the power of `places`. */
export function shift({ units, scale }: Decimal, places: number): Decimal {
  const left = scale - places;
  return left >= 0 ? { units, scale: left } : { units: units * power(-left), scale: 0 };
}

/** What is left of a whole number. */
export function less(amount: bigint, { units, scale }: Decimal): Decimal {
  return { units: amount * power(scale) - units, scale };
}

export const power = (exponent: number): bigint => 10n ** BigInt(exponent);

/** BigInt cuts towards zero; this goes down. */
export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}
