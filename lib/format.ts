import { decimalMark } from "./i18n/typed-number.ts";

/** The only place that knows a locale. Money and percent come with their own unit, so that none is mistaken. */
export type Format = {
  number(value: number): string;
  /** Whole percent, as people enter it: 15 becomes "15%". */
  percent(value: number): string;
  /** A part of a whole, 0 to 1: 0.153 becomes "15.3%". */
  ratio(value: number): string;
  /** The same with its one digit in any case, for a column of them. */
  ratioInColumn(value: number): string;
  /** Amounts in major units, as the checkout API sends them; as a decimal where no digit may get lost. */
  money(value: number | `${number}`, currency?: string): string;
  /** With all of its digits, also those that the currency has no coin for. */
  exactMoney(value: `${number}`, currency?: string): string;
  /** What comes of a division: digits behind the last coin say something only where there is less than one of the currency. */
  averageMoney(value: `${number}`, currency?: string): string;
  /** By how much of itself something changed: 0.123 becomes "+12.3%". */
  change(value: number): string;
  /** The same with its one digit in any case, for figures that stand beside or under each other. */
  changeInColumn(value: number): string;
  /** By how many percentage points a ratio changed, with one digit: 0.012 becomes "+1.2". The word belongs to the sentence. */
  points(value: number): string;
  /** Where a glance is enough: from a thousand on without the small change. */
  roughMoney(value: number, currency?: string): string;
  /** At an axis: "€1.2K". */
  shortMoney(value: number, currency?: string): string;
  short(value: number): string;
  /** An amount with its sign, for what it changed by. */
  moneyChange(value: number, currency?: string): string;
  /** A day of the calendar, YYYY-MM-DD, which no time zone moves; and from one to another. */
  day(day: string): string;
  /** With its weekday. */
  weekday(day: string): string;
  days(start: string, end: string): string;
  date(iso: string): string;
  dateTime(iso: string): string;
  /** To the second, where things follow each other quickly. */
  clock(iso: string): string;
  /** "A, B and C"; where it is one of them, "A, B or C"; and where it is no sentence, "A, B, C". */
  list(items: readonly string[]): string;
  choice(items: readonly string[]): string;
  row(items: readonly string[]): string;
  /** Sentences, or words of one, after each other. */
  join(parts: readonly string[]): string;
  /** A label, or another word of a list, in the midst of a sentence. */
  within(label: string): string;
  /** What two letters stand for; anything else as it came. */
  country(code: string): string;
  /** What stands in front of the cents. */
  decimalMark: string;
  /** For the order of names: with numbers in them as numbers, and each letter where this language has it. */
  compare(a: string, b: string): number;
};

const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const short = { notation: "compact", maximumFractionDigits: 1, minimumFractionDigits: 0 } as const;

export function createFormat({
  locale,
  currency,
  timeZone,
}: {
  locale: string;
  currency: string;
  timeZone: string;
}): Format {
  const money = inCurrencies(locale);
  const numbers = (options: Intl.NumberFormatOptions) => {
    const format = once(() => new Intl.NumberFormat(locale, options));
    return (value: number) => written(format(), value);
  };
  const times = (options: Intl.DateTimeFormatOptions) => {
    const format = once(() => new Intl.DateTimeFormat(locale, options));
    return (iso: string) => formatTime(format(), iso);
  };
  const inPercent = numbers({ style: "percent", maximumFractionDigits: 2 });
  const inPoints = numbers({ ...oneDigit, signDisplay: "exceptZero" });
  const days = once(() => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }));
  const list = once(() => new Intl.ListFormat(locale));
  const choice = once(() => new Intl.ListFormat(locale, { type: "disjunction" }));
  const row = once(() => new Intl.ListFormat(locale, { style: "narrow" }));
  const countries = once(() => new Intl.DisplayNames(locale, { type: "region", fallback: "code" }));
  const collator = once(() => new Intl.Collator(locale, { numeric: true }));
  const mark = once(() => decimalMark(locale));
  return {
    number: numbers({ maximumFractionDigits: 4 }),
    percent: (value) => inPercent(value / 100),
    ratio: numbers({ style: "percent", maximumFractionDigits: 1 }),
    ratioInColumn: numbers({ style: "percent", ...oneDigit }),
    money: (value, code = currency) => written(money(code), value),
    roughMoney: (value, code = currency) =>
      written(Math.abs(value) >= 1_000 ? money(code, "whole") : money(code), value),
    shortMoney: (value, code = currency) => written(money(code, "short"), value),
    short: numbers(short),
    exactMoney: (value, code = currency) => written(money(code, "exact"), value),
    averageMoney: (value, code = currency) =>
      written(money(code, Math.abs(Number(value)) < 1 ? "fine" : "plain"), value),
    change: numbers({ style: "percent", maximumFractionDigits: 1, signDisplay: "exceptZero" }),
    changeInColumn: numbers({ style: "percent", ...oneDigit, signDisplay: "exceptZero" }),
    points: (value) => inPoints(value * 100),
    day: (value) => formatTime(days(), value),
    weekday: times({ weekday: "short", year: "numeric", month: "short", day: "numeric", timeZone: "UTC" }),
    // Servers and browsers have different blanks around the dash, and a page must read the same in both.
    days: (start, end) =>
      start === end
        ? formatTime(days(), start)
        : days().formatRange(new Date(start), new Date(end)).replace(/\s/g, " "),
    moneyChange: (value, code = currency) => written(money(code, "change"), value),
    date: times({ dateStyle: "medium", timeZone }),
    dateTime: times({ dateStyle: "medium", timeStyle: "short", timeZone }),
    clock: times({ timeStyle: "medium", timeZone }),
    list: (items) => list().format(items),
    choice: (items) => choice().format(items),
    row: (items) => row().format(items),
    join: (parts) => joined(locale, parts),
    // German writes its nouns large everywhere, and others know no such difference.
    within: (label) => (locale.startsWith("en") ? label.toLowerCase() : label),
    country: (code) => (/^[A-Z]{2}$/.test(code) ? countries().of(code) : null) ?? code,
    get decimalMark() {
      return mark();
    },
    compare: (a, b) => collator().compare(a, b),
  };
}

/** With the sign of a minus, as wide as that of a plus; most languages have a hyphen there. Files keep what they are written with. */
const written = (format: Intl.NumberFormat, value: number | `${number}`): string =>
  format.format(value).replace("-", "−");

/** Japanese has no blank between sentences, nor between words. What is empty is left out. */
export function joined(locale: string, parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(locale.startsWith("ja") ? "" : " ");
}

/** Made by whoever asks first: to make all of them would keep a slow phone busy for a tenth of a second. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const looks = {
  ...{ plain: {}, short, whole: { maximumFractionDigits: 0 }, exact: { maximumFractionDigits: 20 } },
  fine: { maximumFractionDigits: 4 },
  change: { signDisplay: "exceptZero" },
} as const;

/** Kept once made: to make one takes longer than a hundred amounts. */
function inCurrencies(locale: string) {
  const made = new Map<string, Intl.NumberFormat>();
  return (currency: string, look: keyof typeof looks = "plain"): Intl.NumberFormat => {
    const name = `${currency} ${look}`;
    const found = made.get(name) ?? new Intl.NumberFormat(locale, { ...looks[look], style: "currency", currency });
    made.set(name, found);
    return found;
  };
}

/** A time that cannot be read is shown as it came. */
function formatTime(format: Intl.DateTimeFormat, iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : format.format(time);
}
