import { addDays, countDays } from "@/lib/days";

/**
 * Whole weeks, so that the period before has the same weekdays. They end with yesterday: a day that is not over would
 * make every figure look worse than it is.
 */
export const rangeNames = ["today", "7d", "28d", "91d", "364d"] as const;
export type RangeName = (typeof rangeNames)[number];
export const defaultRange: RangeName = "28d";

/** Both days are included. */
export type Range = { start: string; end: string };

const week = 7;

export function rangeOf(name: RangeName, today: string): Range {
  if (name === "today") return { start: today, end: today };
  const end = addDays(today, -1);
  return { start: addDays(end, 1 - Number.parseInt(name, 10)), end };
}

/** As many days before, on the same weekdays; for today the same weekday a week ago. */
export function rangeBefore({ start, end }: Range): Range {
  const weeks = Math.ceil(countDays(start, end) / week) * week;
  return { start: addDays(start, -weeks), end: addDays(end, -weeks) };
}

/** The days that a sparkline shows: those of the range, and for today the fortnight that leads to it. */
export function daysShown(name: RangeName, today: string): Range {
  return name === "today" ? { start: addDays(today, -13), end: today } : rangeOf(name, today);
}

export function daysOf({ start, end }: Range): string[] {
  return Array.from({ length: countDays(start, end) }, (_, at) => addDays(start, at));
}
