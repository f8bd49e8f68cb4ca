import { decimalMark } from "./i18n/typed-number.ts";

// The only module that depends on a locale. Money and percent always have their unit, so that they cannot be confused.
export type Format = ReturnType<typeof createFormat>;

/** The formatter of relative times has no words for less than a minute. */
const justNow: Record<string, string> & { en: string } = {
  en: "less than a minute ago",
  de: "vor weniger als einer Minute",
  ja: "1分以内",
};

const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const short = {
  notation: "compact",
  maximumFractionDigits: 1,
  minimumFractionDigits: 0,
  useGrouping: "always",
} as const;

type FormatOptions = { locale: string; currency: string; timeZone: string };

export function createFormat({ locale, currency, timeZone }: FormatOptions) {
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
  const languages = once(() => new Intl.DisplayNames(locale, { type: "language", fallback: "code" }));
  const currencies = once(() => new Intl.DisplayNames(locale, { type: "currency" }));
  const collator = once(() => new Intl.Collator(locale, { numeric: true }));
  const mark = once(() => decimalMark(locale));
  return {
    number: numbers({ maximumFractionDigits: 4 }),
    /** Stands between two sentences or words, for texts that `join` cannot take because they have markup. */
    gap: gapOf(locale),
    /** A percentage as people enter it: 15 becomes "15%". */
    percent: (value: number) => inPercent(value / 100),
    /** A ratio from 0 to 1: 0.153 becomes "15.3%". */
    ratio: numbers({ style: "percent", maximumFractionDigits: 1 }),
    ratioInColumn: numbers({ style: "percent", ...oneDigit }),
    /** In major units, as the checkout API sends them, or as a decimal text if no digit may be lost. */
    money: (value: Amount, code = currency) => written(money(code), value),
    /** Amounts from a thousand up have no decimals. */
    roughMoney: (value: number, code = currency) =>
      written(Math.abs(value) >= 1_000 ? money(code, "whole") : money(code), value),
    shortMoney: (value: number, code = currency) => written(money(code, "short"), value),
    short: numbers(short),
    /** With all digits, even more than the currency has. */
    exactMoney: (value: `${number}`, code = currency) => written(money(code, "exact"), value),
    /** Extra digits are shown only for amounts below one unit of the currency. */
    averageMoney: (value: `${number}`, code = currency) =>
      written(money(code, Math.abs(Number(value)) < 1 ? "fine" : "plain"), value),
    /** A relative change: 0.123 becomes "+12.3%". */
    change: numbers({ style: "percent", maximumFractionDigits: 1, signDisplay: "exceptZero" }),
    changeInColumn: numbers({ style: "percent", ...oneDigit, signDisplay: "exceptZero" }),
    /** A change of a ratio in percentage points with one decimal, without the word: 0.012 becomes "+1.2". */
    points: (value: number) => inPoints(value * 100),
    moneyChange: (value: number, code = currency) => written(money(code, "change"), value),
    /** A calendar day (YYYY-MM-DD), independent of time zones. */
    day: (value: string) => formatTime(days(), value),
    weekday: times({ weekday: "short", year: "numeric", month: "short", day: "numeric", timeZone: "UTC" }),
    /** Takes a month (YYYY-MM) or a day in it. */
    month: times({ year: "numeric", month: "long", timeZone: "UTC" }),
    // Servers and browsers put different spaces around the dash, but a page must be the same in both.
    days: (start: string, end: string) =>
      start === end
        ? formatTime(days(), start)
        : days().formatRange(new Date(start), new Date(end)).replace(/\s/g, " "),
    /** Days are 0 for Monday, like the first of January 2024, to 6. Hours are 0 to 23. */
    dayName: (day: number) => dayNames(new Date(Date.UTC(2024, 0, 1 + day)).toISOString()),
    shortDayName: (day: number) => shortDayNames(new Date(Date.UTC(2024, 0, 1 + day)).toISOString()),
    hour: (hour: number) => hours(new Date(Date.UTC(2024, 0, 1, hour)).toISOString()),
    date: times({ dateStyle: "medium", timeZone }),
    dateTime: times({ dateStyle: "medium", timeStyle: "short", timeZone }),
    clock: times({ timeStyle: "medium", timeZone }),
    /** The time since then in whole units: "3 minutes ago", or "less than a minute ago". */
    ago(iso: string, before: string): string {
      const minutes = Math.floor((Date.parse(before) - Date.parse(iso)) / 60_000);
      if (minutes < 1) return justNow[locale.slice(0, 2)] ?? justNow.en;
      const [count, unit] =
        minutes < 60
          ? ([minutes, "minute"] as const)
          : minutes < 24 * 60
            ? ([minutes / 60, "hour"] as const)
            : ([minutes / (24 * 60), "day"] as const);
      const text = relative().format(-Math.floor(count), unit);
      // The texts of the catalogue have no space between a number and its unit in Japanese either.
      return locale.startsWith("ja") ? text.replace(/\s/g, "") : text;
    },
    /** `list` joins with "and", `choice` with "or", and `row` with commas only. */
    list: (items: readonly string[]) => list().format(items),
    choice: (items: readonly string[]) => choice().format(items),
    row: (items: readonly string[]) => row().format(items),
    /** Joins sentences or words with spaces, where the language has them. */
    join: (parts: readonly string[]) => joined(locale, parts),
    /** Changes a label as it reads inside a sentence: German nouns stay as they are, and other languages have no case. */
    within: (label: string) => (locale.startsWith("en") ? label.toLowerCase() : label),
    /** Takes a two-letter code; other texts are returned unchanged. */
    country: (code: string): string => (/^[A-Z]{2}$/.test(code) ? countries().of(code) : null) ?? code,
    /** Takes a code such as `de`. */
    language: (code: string): string => languages().of(code) ?? code,
    /** With its code first, by which people look for it. */
    currencyName: (code: string): string => `${code} – ${currencies().of(code)}`,
    get decimalMark(): string {
      return mark();
    },
    /** Compares numbers inside names by value, and letters in the order of the language. */
    compare: (a: string, b: string) => collator().compare(a, b),
  };
}

type Amount = number | `${number}`;

/** Uses the true minus sign, which is as wide as a plus. Files keep the plain hyphen. */
const written = (format: Intl.NumberFormat, value: Amount): string => format.format(value).replace("-", "−");

/** Japanese has no spaces between sentences or words. */
const gapOf = (locale: string): string => (locale.startsWith("ja") ? "" : " ");

/** Leaves out empty parts. */
export function joined(locale: string, parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(gapOf(locale));
}

/** Defers each formatter to its first use, because creating all would block a slow phone for a tenth of a second. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const looks = {
  plain: {},
  short,
  whole: { maximumFractionDigits: 0 },
  exact: { maximumFractionDigits: 20 },
  fine: { maximumFractionDigits: 4 },
  change: { signDisplay: "exceptZero" },
} as const;

/** Creating a formatter takes longer than formatting a hundred amounts. */
function inCurrencies(locale: string) {
  const made = new Map<string, Intl.NumberFormat>();
  return (currency: string, look: keyof typeof looks = "plain"): Intl.NumberFormat => {
    const name = `${currency} ${look}`;
    const found = made.get(name) ?? new Intl.NumberFormat(locale, { ...looks[look], style: "currency", currency });
    made.set(name, found);
    return found;
  };
}

function formatTime(format: Intl.DateTimeFormat, iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : format.format(time);
}
