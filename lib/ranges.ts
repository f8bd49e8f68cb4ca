import { addDays, countDays } from "./days.ts";

/** Both days are included. */
export type Range = { start: string; end: string };

// Named periods end yesterday, because an unfinished day looks worse than it is. If only today is left, it is today.
export const presets = ["today", "7d", "28d", "30d", "90d", "91d", "364d", "365d", "month", "quarter", "year"] as const;
export type Preset = (typeof presets)[number];

export function rangeOf(preset: Preset, today: string): Range {
  const end = addDays(today, -1);
  const start =
    preset === "today"
      ? today
      : preset === "month" || preset === "quarter" || preset === "year"
        ? firstDayOf(preset, today)
        : addDays(end, 1 - Number.parseInt(preset, 10));
  return start <= end ? { start, end } : { start: today, end: today };
}

function firstDayOf(period: "month" | "quarter" | "year", day: string): string {
  const [year = "", month = ""] = day.split("-");
  if (period === "year") return `${year}-01-01`;
  const first = period === "month" ? Number(month) : Math.floor((Number(month) - 1) / 3) * 3 + 1;
  return `${year}-${String(first).padStart(2, "0")}-01`;
}

export function daysOf({ start, end }: Range): string[] {
  return Array.from({ length: countDays(start, end) }, (_, at) => addDays(start, at));
}

/** A month such as 2026-03 and those before it, latest first. */
export function monthsUntil(month: string, count: number): string[] {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return Array.from({ length: count }, (_, ago) => {
    return new Date(Date.UTC(year, number - 1 - ago, 1)).toISOString().slice(0, 7);
  });
}

/** `dayFor` returns the day to compare with, if there is one. */
export type RangeComparison = { range: Range; dayFor(day: string): string | null };

const week = 7;

/** The same number of days before, on the same weekdays; for a single day, the same weekday a week earlier. */
export function previousOf({ start, end }: Range): RangeComparison & { weeks: number } {
  const weeks = Math.ceil(countDays(start, end) / week);
  const dayFor = (day: string) => addDays(day, -weeks * week);
  return { weeks, range: { start: dayFor(start), end: dayFor(end) }, dayFor };
}

/** The same dates a year earlier. 29 February has no counterpart, and a period that ends on it ends on 28 February. */
export function yearBefore({ start, end }: Range): RangeComparison {
  const before = (day: string) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  const leapDay = (day: string) => day.endsWith("-02-29");
  const edge = (day: string) => (leapDay(day) ? `${before(day).slice(0, 8)}28` : before(day));
  return {
    range: { start: edge(start), end: edge(end) },
    dayFor: (day) => (leapDay(day) ? null : before(day)),
  };
}

export function besides(range: Range, other: Range): RangeComparison {
  return {
    range: other,
    dayFor: (day) => {
      const beside = addDays(other.start, countDays(range.start, day) - 1);
      return beside <= other.end ? beside : null;
    },
  };
}
