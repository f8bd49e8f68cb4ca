import { maxRangeDays } from "../../contract/common.ts";
import { refuse } from "../kernel/refuse.ts";
import { dayIn } from "../storefront/day.ts";

/** Days of the store's time zone, both included. */
export type Range = { start: string; end: string };
type Asked = { start_date?: string | undefined; end_date?: string | undefined };

const dayMs = 86_400_000;
const usualDays = 30;

/** The contract has judged two days that were sent; one alone stands against today. */
export function rangeOf({ start_date, end_date }: Asked, timeZone: string): Range {
  const end = end_date ?? dayIn(timeZone, new Date());
  const start = start_date ?? addDays(end, 1 - usualDays);
  if (start > end) refuse([{ field: "start_date", message: "Must not be after today." }]);
  if (lengthOf({ start, end }) > maxRangeDays) {
    refuse([{ field: "start_date", message: `Must be at most ${maxRangeDays} days ago where no end_date is sent.` }]);
  }
  return { start, end };
}

/** As many days, just before. */
export function previousOf(range: Range): Range {
  return { start: addDays(range.start, -lengthOf(range)), end: addDays(range.start, -1) };
}

export function daysOf(range: Range): string[] {
  return Array.from({ length: lengthOf(range) }, (_, n) => addDays(range.start, n));
}

/** Calendar days, so counted in UTC, which has no summer time. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

const lengthOf = ({ start, end }: Range) => (Date.parse(end) - Date.parse(start)) / dayMs + 1;

/** The first moment of a day in a time zone, which is not midnight everywhere: clocks are also turned then. */
export function startOf(day: string, timeZone: string): Date {
  let [before, after] = [Date.parse(day) - dayMs, Date.parse(day) + dayMs];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayIn(timeZone, new Date(middle)) < day) before = middle;
    else after = middle;
  }
  return new Date(after);
}
