/** As RFC 4180 defines it. A text that a spreadsheet would run as a formula gets an apostrophe before the formula. */
export function toCsvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

function toCell(value: string | number | null | undefined): string {
  if (value == null) return "";
  if (typeof value === "number") return String(value);
  const text = value.replace(beforeFormula, "'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Undoes what was written before formulas. Each apostrophe that was there already has got another one. */
export const fromCell = (text: string): string => text.replace(writtenBeforeFormula, "");

// A spreadsheet of another language or a paste divides at semicolons, tabs and line breaks, even between quotes, and
// ignores blanks, quotes and the width of a sign.
const formula = `(?:['"]|[^\\S\\t\\r\\n])*[=+\\-@＝＋－＠]`;
const starts = (mark: string) => `(?<=^|[;\\t\\r\\n])${mark}(?=${formula})|^${mark}(?='*[\\t\\r\\n])`;
const beforeFormula = new RegExp(starts(""), "g");
const writtenBeforeFormula = new RegExp(starts("'"), "g");
