import { createLoader, type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { daysReadOf, metricsOf, ofClosedDays } from "@/components/figures/figure-reads";
import { figureNames } from "@/components/figures/figures";
import { type ChangeOf, type Period, periodFilters } from "@/components/figures/period";
import type { Desk } from "@/lib/api/desk";
import { type ReportType, reportTypes } from "@/lib/contract/checkout/report-words";
import { addDays } from "@/lib/days";
import type { Range } from "@/lib/ranges";

export const analyticsFilters = {
  ...periodFilters,
  figure: parseAsStringLiteral(figureNames).withDefault("revenue"),
  report: parseAsStringLiteral(reportTypes).withDefault("upsell_performance"),
  measure: parseAsString,
  sort: parseAsString,
  order: parseAsStringLiteral(["asc", "desc"] as const).withDefault("desc"),
};

type AnalyticsFilters = inferParserType<typeof analyticsFilters>;

export const loadAnalyticsFilters = createLoader(analyticsFilters);

export type AnalyticsPanelProps = { filters: AnalyticsFilters; period: Period; onChange: ChangeOf<AnalyticsFilters> };

type Apis = Pick<Desk, "checkout" | "desk" | "can" | "has">;

/** A single day is drawn with the fortnight that leads to it. */
export function drawnRange({ start, end }: Range): Range {
  return start === end ? { start: addDays(end, -13), end } : { start, end };
}

export function drawnBeside({ range, comparison }: Period): Range | null {
  if (!comparison) return null;
  const { start, end } = drawnRange(range);
  // A comparison period that is longer than the drawn days is cut to them; a shorter one is drawn to its end.
  const first = comparison.dayFor(start);
  const last = comparison.dayFor(end) ?? comparison.range.end;
  return { start: first ?? comparison.range.start, end: last };
}

export const reportOf = ({ checkout }: Pick<Apis, "checkout">, type: ReportType, { start, end }: Range) =>
  checkout.analytics.report.options({ params: { type }, query: { start_date: start, end_date: end } });

export const annotationsOf = ({ desk }: Pick<Apis, "desk">, range: Range) => {
  const { start, end } = drawnRange(range);
  return desk.annotations.list.options({ query: { from: start, to: end } });
};

/** An unfinished day alone is not compared, because it would look bad beside a whole one. */
export const reportedBeside = ({ range, comparison, partial }: Period): Range | null =>
  comparison && !(partial && range.start === range.end) ? comparison.range : null;

export const freshnessOf = ({ partial }: { partial: boolean }) => (partial ? {} : ofClosedDays);

export function firstReads(apis: Apis, period: Period, report: ReportType) {
  if (!apis.can("checkout", "analytics", "metrics")) return [];
  const { range, comparison } = period;
  const beside = drawnBeside(period);
  const reported = reportedBeside(period);
  const freshness = freshnessOf(period);
  return [
    { ...metricsOf(apis, range), ...freshness },
    daysReadOf(apis, drawnRange(range), freshness),
    annotationsOf(apis, range),
    { ...reportOf(apis, report, range), ...freshness },
    ...(comparison ? [{ ...metricsOf(apis, comparison.range), ...ofClosedDays }] : []),
    ...(reported ? [{ ...reportOf(apis, report, reported), ...ofClosedDays }] : []),
    ...(beside ? [daysReadOf(apis, beside, ofClosedDays)] : []),
  ];
}
