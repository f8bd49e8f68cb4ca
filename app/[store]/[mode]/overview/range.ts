import { createLoader, parseAsStringLiteral } from "nuqs/server";
import { addDays } from "@/lib/days";
import type { Preset, Range } from "@/lib/ranges";
import { rangeOf } from "@/lib/ranges";

/** Longer ranges are whole weeks, so that the previous period has the same weekdays. */
export const overviewRanges = ["today", "7d", "28d", "91d", "364d"] as const satisfies readonly Preset[];
export type OverviewRange = (typeof overviewRanges)[number];

export const overviewRange = { range: parseAsStringLiteral(overviewRanges).withDefault("28d") };

export const loadOverviewRange = createLoader(overviewRange);

/** Sparklines show the days of the range, or for today the two weeks that end with it. */
export function daysShown(name: OverviewRange, today: string): Range {
  return name === "today" ? { start: addDays(today, -13), end: today } : rangeOf(name, today);
}
