import { toDecimal, toMajor } from "../../decimal.ts";

// Amounts and days as banks write them. A cell with two readings is read only if other cells of its column allow just one.

/**
 * `value` has no sign and no superfluous zeros. It is null for a text such as 1,000, of which `grouped` is the reading that
 * a currency without decimals leaves.
 */
export type ReadAmount = { value: string | null; grouped: string | null; negative: boolean };

const signs = /^[-−–‐‑▲△]|[-−–‐‑]$|^\(.*\)$/;
const currencySign =
  /^[A-Za-z]{3}(?=[\d\s.,+\-−(])|(?<=[\d\s.,)\-−])[A-Za-z]{3}$|[€$£¥￥₹₩₺₽円元]|US\$|CHF|Fr\.(?=\s?\d)/g;

type Digits = { text: string; negative: boolean };
type Reading = { value: string; mark?: "." | ","; open?: { mark: "." | ","; group: string } };

/** Longer than anything that a bank writes into such a cell. */
const longest = 40;

function digitsOf(text: string): Digits | null {
  if (text.length > longest) return null;
  const bare = text
    .normalize("NFKC")
    .trim()
    .replace(currencySign, "")
    .replace(/[\s ]+/g, " ")
    .trim();
  const negative = signs.test(bare);
  const digits = bare.replace(/[-−–‐‑▲△()+]/g, "").trim();
  const used = bare.replace(/[^-−–‐‑▲△()+]/g, "");
  return /^\d[\d.,'’ ]*$/.test(digits) && (used.length < 2 || used === "()") ? { text: digits, negative } : null;
}

const grouped = /^\d{1,3}(?:([ '’.,])\d{3})(?:\1\d{3})*(?:([.,])(\d+))?$/;
const simple = /^(\d+)(?:([.,])(\d+))?$/;

function readingOf(digits: string): Reading | null {
  const [, whole = "", point, after = ""] = simple.exec(digits) ?? [];
  if (whole !== "" && point === undefined) return { value: whole };
  const mark = point as "." | ",";
  if (whole !== "") {
    const value = `${whole}.${after}`;
    const isOpen = after.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
    return isOpen ? { value, open: { mark, group: whole + after } } : { value, mark };
  }
  const [all, group, decimal, rest] = grouped.exec(digits) ?? [];
  if (all === undefined || group === decimal) return null;
  const before = decimal === undefined ? digits : digits.slice(0, digits.lastIndexOf(decimal));
  const value = before.replace(/\D/g, "") + (rest ? `.${rest}` : "");
  // A mark that groups leaves the other one for the decimals.
  const implied = group === "." ? "," : group === "," ? "." : undefined;
  const own = (decimal ?? implied) as "." | "," | undefined;
  return { value, ...(own && { mark: own }) };
}

const canonical = (text: string): string | null => {
  const decimal = toDecimal(text);
  return decimal && toMajor(decimal, 0);
};

/** Null for a cell that is empty, and "unclear" for one that is no amount. */
export function readAmounts(texts: readonly (string | null)[]): (ReadAmount | "unclear" | null)[] {
  const read = texts.map((text) => {
    const digits = text === null || text.trim() === "" ? null : digitsOf(text);
    return { text, digits, reading: digits && readingOf(digits.text) };
  });
  const marks = new Set(read.flatMap(({ reading }) => reading?.mark ?? []));
  const [only] = marks.size === 1 ? marks : [];
  return read.map(({ text, digits, reading }) => {
    if (text === null || text.trim() === "") return null;
    if (!digits || !reading) return "unclear";
    const { value, open } = reading;
    const { negative } = digits;
    if (!open || open.mark === only) return { value: canonical(value), grouped: null, negative };
    const grouped = canonical(open.group);
    return { value: only ? grouped : null, grouped, negative };
  });
}

const months = new Map(
  [
    "jan januar january janvier janv enero ene",
    "feb februar february fevrier fevr febrero",
    "mar marz maerz mrz march mars marzo",
    "apr april avril avr abril abr",
    "may mai mayo",
    "jun juni june juin junio",
    "jul juli july juillet juil julio",
    "aug august aout agosto ago",
    "sep sept september septembre septiembre",
    "oct okt oktober october octobre octubre",
    "nov november novembre noviembre",
    "dec dez dezember december decembre diciembre dic",
  ].flatMap((names, at) => names.split(" ").map((name) => [name, at + 1])),
);

/** The parts of a day; for 03/04/2026, which of the first two is the month depends on the column. */
type Parts = { year: number; month: number; day: number } | { year: number; pair: [number, number] };

function partsOf(text: string): Parts | null {
  if (text.length > longest) return null;
  const bare = text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .trim();
  const numbers = (...found: (string | undefined)[]) => found.map(Number) as [number, number, number];
  const iso =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[t\s(].*)?$/.exec(bare) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(bare);
  if (iso) {
    const [year, month, day] = numbers(iso[1], iso[2], iso[3]);
    return { year, month, day };
  }
  const reiwa = /^(?:令和|r)(\d{1,2})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(bare);
  if (reiwa) {
    const [year, month, day] = numbers(reiwa[1], reiwa[2], reiwa[3]);
    return { year: year + 2018, month, day };
  }
  const short = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d\d)(?:[\s,].*)?$/.exec(bare);
  if (short) {
    const [one, two, last] = numbers(short[1], short[3], short[4]);
    const year = last < 100 ? 2000 + last : last;
    // With dots, the day comes first.
    return short[2] === "." ? { year, month: two, day: one } : { year, pair: [one, two] };
  }
  const named = /^(\d{1,2})[.\s-]+(?:de\s+)?([a-z]+)[.,\s-]+(?:de\s+)?(\d{4})/.exec(bare);
  const american = /^([a-z]+)[.\s]+(\d{1,2}),?\s+(\d{4})/.exec(bare);
  const [name, day, year] = named
    ? [named[2], named[1], named[3]]
    : american
      ? [american[1], american[2], american[3]]
      : [];
  const month = months.get(name ?? "");
  return month ? { year: Number(year), month, day: Number(day) } : null;
}

export function isoDay(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.toISOString().slice(0, 10) : null;
}

/** Null for a cell without a day, and "unclear" for a text that is no day or two days. */
export function readDays(texts: readonly (string | null)[]): (string | "unclear" | null)[] {
  const read = texts.map((text) => (text === null || text.trim() === "" ? null : (partsOf(text) ?? "unclear")));
  const pairs = read.flatMap((parts) => (parts && parts !== "unclear" && "pair" in parts ? [parts.pair] : []));
  const dayFirst = pairs.some(([one]) => one > 12);
  const monthFirst = pairs.some(([, two]) => two > 12);
  return read.map((parts) => {
    if (parts === null || parts === "unclear") return parts;
    if (!("pair" in parts)) return isoDay(parts.year, parts.month, parts.day) ?? "unclear";
    const [one, two] = parts.pair;
    if (dayFirst === monthFirst && one !== two) return "unclear";
    return (dayFirst ? isoDay(parts.year, two, one) : isoDay(parts.year, one, two)) ?? "unclear";
  });
}
