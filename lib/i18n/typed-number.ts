/** A number as somebody typed it, as a decimal with a point. */
export type Typed = {
  value: string;
  /** What it may be as well, and the mark that leaves it open: "1.234" is a bit more than one, or a thousand and more. */
  grouped?: { value: string; mark: string };
};

const grouped = /^([+-]?\d{1,3}(?:([ '’.,])\d{3})(?:\2\d{3})*)(?:([.,])(\d*))?$/;
const plain = /^([+-]?)(\d+)(?:([.,])(\d*))?$/;

/** As any language writes numbers: with either mark, with groups of three, and with the wide digits of Japanese keyboards. */
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

/** NaN where it is no number, or one that can be read in two ways. */
export function typedNumber(text: string): number {
  const typed = readTyped(text);
  return typed && !typed.grouped ? Number(typed.value) : Number.NaN;
}

/** What this language has between the whole and the rest. */
export const decimalMark = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === "decimal")?.value ?? ".";
