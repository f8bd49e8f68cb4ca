import { decimalMark } from "./i18n/typed-number.ts";

/**
 * The only module that depends on a locale. Money and percent are formatted with their unit, so that they cannot be
 * confused.
 */
export type Format = {
  number(value: number): string;
  /** A percentage as people enter it: 15 becomes "15%". */
  percent(value: number): string;
  /** A ratio from 0 to 1: 0.153 becomes "15.3%". */
  ratio(value: number): string;
  /** The same with exactly one decimal, for columns. */
  ratioInColumn(value: number): string;
  /** Amounts in major units, as the checkout API sends them; as a decimal text if no digit may be lost. */
  money(value: number | `${number}`, currency?: string): string;
  /** With all digits, even more than the currency has. */
  exactMoney(value: `${number}`, currency?: string): string;
  /** For averages: extra digits are shown only for amounts below one unit of the currency. */
  averageMoney(value: `${number}`, currency?: string): string;
  /** A relative change: 0.123 becomes "+12.3%". */
  change(value: number): string;
  /** The same with exactly one decimal, for figures beside or below each other. */
  changeInColumn(value: number): string;
  /** A change of a ratio in percentage points with one decimal: 0.012 becomes "+1.2", without the word "points". */
  points(value: number): string;
  /** A rounded amount: without decimals from a thousand. */
  roughMoney(value: number, currency?: string): string;
  /** For axes: "€1.2K". */
  shortMoney(value: number, currency?: string): string;
  short(value: number): string;
  /** A change of an amount, with its sign. */
  moneyChange(value: number, currency?: string): string;
  /** A calendar day (YYYY-MM-DD), independent of time zones, and a range of days. */
  day(day: string): string;
  /** A day with its weekday. */
  weekday(day: string): string;
  days(start: string, end: string): string;
  /** A day of the week, 0 for Monday, in full and short; and an hour of the day, 0 to 23. */
  dayName(day: number): string;
  shortDayName(day: number): string;
  hour(hour: number): string;
  date(iso: string): string;
  dateTime(iso: string): string;
  /** A time with seconds. */
  clock(iso: string): string;
  /** How long before another moment, in whole units and at least a minute: "3 minutes ago". */
  ago(iso: string, before: string): string;
  /** Joins with "and" ("A, B and C"), with "or", or with commas only. */
  list(items: readonly string[]): string;
  choice(items: readonly string[]): string;
  row(items: readonly string[]): string;
  /** Joins sentences or words. */
  join(parts: readonly string[]): string;
  /** A label or a word of a list inside a sentence. */
  within(label: string): string;
  /** The name of a country from its two-letter code; other texts are returned unchanged. */
  country(code: string): string;
  /** The decimal mark of the language. */
  decimalMark: string;
  /** Compares names: numbers within them by value, letters in the order of the language. */
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
  const dayNames = times({ weekday: "long", timeZone: "UTC" });
  const shortDayNames = times({ weekday: "short", timeZone: "UTC" });
  const hours = times({ hour: "numeric", timeZone: "UTC" });
  const inPercent = numbers({ style: "percent", maximumFractionDigits: 2 });
  const inPoints = numbers({ ...oneDigit, signDisplay: "exceptZero" });
  const days = once(() => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }));
  const relative = once(() => new Intl.RelativeTimeFormat(locale));
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
    // Servers and browsers put different spaces around the dash; a page must be the same in both.
    days: (start, end) =>
      start === end
        ? formatTime(days(), start)
        : days().formatRange(new Date(start), new Date(end)).replace(/\s/g, " "),
    // This month begins with a Monday.
    dayName: (day) => dayNames(new Date(Date.UTC(2024, 0, 1 + day)).toISOString()),
    shortDayName: (day) => shortDayNames(new Date(Date.UTC(2024, 0, 1 + day)).toISOString()),
    hour: (hour) => hours(new Date(Date.UTC(2024, 0, 1, hour)).toISOString()),
    moneyChange: (value, code = currency) => written(money(code, "change"), value),
    date: times({ dateStyle: "medium", timeZone }),
    dateTime: times({ dateStyle: "medium", timeStyle: "short", timeZone }),
    clock: times({ timeStyle: "medium", timeZone }),
    ago(iso, before) {
      const minutes = Math.max(1, Math.floor((Date.parse(before) - Date.parse(iso)) / 60_000));
      if (minutes < 60) return relative().format(-minutes, "minute");
      if (minutes < 24 * 60) return relative().format(-Math.floor(minutes / 60), "hour");
      return relative().format(-Math.floor(minutes / (24 * 60)), "day");
    },
    list: (items) => list().format(items),
    choice: (items) => choice().format(items),
    row: (items) => row().format(items),
    join: (parts) => joined(locale, parts),
    // English labels are lowercase inside a sentence. German nouns are not, and other languages have no case.
    within: (label) => (locale.startsWith("en") ? label.toLowerCase() : label),
    country: (code) => (/^[A-Z]{2}$/.test(code) ? countries().of(code) : null) ?? code,
    get decimalMark() {
      return mark();
    },
    compare: (a, b) => collator().compare(a, b),
  };
}

/** Uses a true minus sign, as wide as a plus, where most locales use a hyphen. Files keep the plain hyphen. */
const written = (format: Intl.NumberFormat, value: number | `${number}`): string =>
  format.format(value).replace("-", "−");

/** Japanese has no spaces between sentences or words. Empty parts are left out. */
export function joined(locale: string, parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(locale.startsWith("ja") ? "" : " ");
}

/**
 * Creates each formatter when it is first used, because creating all of them would block a slow phone for a tenth of a
 * second.
 */
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

/** Caches the formatter of each currency: creating one takes longer than formatting a hundred amounts. */
function inCurrencies(locale: string) {
  const made = new Map<string, Intl.NumberFormat>();
  return (currency: string, look: keyof typeof looks = "plain"): Intl.NumberFormat => {
    const name = `${currency} ${look}`;
    const found = made.get(name) ?? new Intl.NumberFormat(locale, { ...looks[look], style: "currency", currency });
    made.set(name, found);
    return found;
  };
}

/** A text that is not a valid time is returned unchanged. */
function formatTime(format: Intl.DateTimeFormat, iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : format.format(time);
}
