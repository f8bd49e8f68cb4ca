/** The only place that knows a locale. Money and percent come with their own unit, so that none is mistaken. */
export type Format = {
  number(value: number): string;
  /** Whole percent, as people enter it: 15 becomes "15%". */
  percent(value: number): string;
  /** Amounts in major units, as the checkout API sends them; as a decimal where no digit may get lost. */
  money(value: number | `${number}`, currency?: string): string;
  /** With all of its digits, also those that the currency has no coin for. */
  exactMoney(value: `${number}`, currency?: string): string;
  date(iso: string): string;
  dateTime(iso: string): string;
};

export function createFormat({
  locale,
  currency,
  timeZone,
}: {
  locale: string;
  currency: string;
  timeZone: string;
}): Format {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 });
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone });
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone });
  return {
    number: (value) => number.format(value),
    percent: (value) => percent.format(value / 100),
    money: (value, code = currency) =>
      new Intl.NumberFormat(locale, { style: "currency", currency: code }).format(value),
    exactMoney: (value, code = currency) =>
      new Intl.NumberFormat(locale, { style: "currency", currency: code, maximumFractionDigits: 20 }).format(value),
    date: (iso) => formatTime(date, iso),
    dateTime: (iso) => formatTime(dateTime, iso),
  };
}

/** How many digits a currency has behind the point: 2 for EUR, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** A time that cannot be read is shown as it came. */
function formatTime(format: Intl.DateTimeFormat, iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : format.format(time);
}
