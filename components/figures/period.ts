import { type inferParserType, parseAsStringLiteral } from "nuqs/server";
import { parseAsDay } from "@/components/lists/table-address";
import { addDays, countDays } from "@/lib/days";
import { besides, presets, previousOf, type Range, type RangeComparison, rangeOf, yearBefore } from "@/lib/ranges";

export const comparisons = ["previous", "year", "custom", "none"] as const;

export const periodFilters = {
  range: parseAsStringLiteral([...presets, "custom"] as const).withDefault("28d"),
  from: parseAsDay,
  to: parseAsDay,
  compare: parseAsStringLiteral(comparisons).withDefault("previous"),
  against_from: parseAsDay,
  against_to: parseAsDay,
};

export type PeriodFilters = inferParserType<typeof periodFilters>;
/** Changes a part of a screen's address; null removes a name from it. */
export type ChangeOf<Filters> = (change: Partial<{ [K in keyof Filters]: Filters[K] | null }>) => unknown;
export type PeriodChange = ChangeOf<PeriodFilters>;

export const onlyDay = (day: string) => ({ range: "custom" as const, from: day, to: day });

/** The embedded service's limit; another API may allow longer ranges, which Cartwright does not offer. */
export const longestRange = 400;

export type Period = {
  range: Range;
  comparison: RangeComparison | null;
  weeks: number;
  /** True if the last day is today, which is incomplete. */
  partial: boolean;
};

export function periodOf(filters: PeriodFilters, today: string): Period {
  const { range: name, from, to, compare, against_from, against_to } = filters;
  const custom = toRange(from, to, today);
  const range = name === "custom" ? (custom ?? rangeOf("28d", today)) : rangeOf(name, today);
  const previous = previousOf(range);
  const other = compare === "custom" ? toRange(against_from, against_to, today) : null;
  const comparison =
    compare === "none" ? null : compare === "year" ? yearBefore(range) : other ? besides(range, other) : previous;
  return { range, comparison, weeks: previous.weeks, partial: range.end === today };
}

function toRange(from: string | null, to: string | null, today: string): Range | null {
  const [start, end] = [from ?? to, to ?? from];
  if (start === null || end === null) return null;
  const [first = start, last = end] = [start, end].sort();
  const until = earlier(last, today);
  const begin = earlier(first, until);
  return { start: countDays(begin, until) > longestRange ? addDays(until, 1 - longestRange) : begin, end: until };
}

const earlier = (a: string, b: string) => [a, b].sort()[0] as string;
