import { maxRangeDays } from "../../contract/common.ts";
import { addDays, countDays, dayIn } from "../../days.ts";
import { refuse } from "../kernel/refuse.ts";

export type Range = { start: string; end: string };
type Asked = { start_date?: string | undefined; end_date?: string | undefined };

const usualDays = 30;

/** The contract has validated a range with two days. */
export function rangeOf({ start_date, end_date }: Asked, timeZone: string): Range {
  const end = end_date ?? dayIn(timeZone, new Date());
  const start = start_date ?? addDays(end, 1 - usualDays);
  if (start > end) refuse([{ field: "start_date", message: "Must not be after today." }]);
  if (lengthOf({ start, end }) > maxRangeDays) {
    refuse([{ field: "start_date", message: `Must be at most ${maxRangeDays} days ago if end_date is left out.` }]);
  }
  return { start, end };
}

export function previousOf(range: Range): Range {
  return { start: addDays(range.start, -lengthOf(range)), end: addDays(range.start, -1) };
}

export function daysOf(range: Range): string[] {
  return Array.from({ length: lengthOf(range) }, (_, n) => addDays(range.start, n));
}

const lengthOf = ({ start, end }: Range) => countDays(start, end);
