import { createLoader, type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { figureNames } from "@/components/figures/figures";
import { type ChangeOf, type Period, periodFilters } from "@/components/figures/period";
import { reportTypes } from "@/lib/contract/checkout/report-words";

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

export type PanelProps = { filters: AnalyticsFilters; period: Period; onChange: ChangeOf<AnalyticsFilters> };
