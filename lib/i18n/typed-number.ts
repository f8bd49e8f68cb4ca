export type Typed = {
  value: string;
  /** The second reading of an ambiguous number, and the mark that causes it: "1.234" may be 1.234 or 1234. */
  grouped?: { value: string; mark: string };
};

const grouped = /^([+-]?\d{1,3}(?:([ '’.,])\d{3})(?:\2\d{3})*)(?:([.,])(\d*))?$/;
const plain = /^([+-]?)(\d+)(?:([.,])(\d*))?$/;

/** Accepts either decimal mark, groups of three digits, and the wide digits of Japanese keyboards. */
export function readTyped(text: string): Typed | null {
  const narrow = text.normalize("NFKC").trim().replace(/\s/g, " ");
  const [, digits = "", group, mark, rest = ""] = grouped.exec(narrow) ?? [];
  const whole = digits.replace(/[ '’.,]/g, "");
  const simple = plain.exec(narrow);
  if (simple) {
    const [, sign = "", before = "", point, after = ""] = simple;
    const value = `${sign}${before}${after && "."}${after}`.replace("+", "");
    const isOpen = point !== undefined && after.length === 3 && /^[1-9]\d{0,2}$/.test(before);
    return { value, ...(isOpen && { grouped: { value: whole.replace("+", ""), mark: point } }) };
  }
  if (group === undefined || mark === group) return null;
  return { value: `${whole}${rest && "."}${rest}`.replace("+", "") };
}

/** NaN for a text that is not a number or that has two readings. */
export function typedNumber(text: string): number {
  const typed = readTyped(text);
  return typed && !typed.grouped ? Number(typed.value) : Number.NaN;
}

export const decimalMark = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === "decimal")?.value ?? ".";
