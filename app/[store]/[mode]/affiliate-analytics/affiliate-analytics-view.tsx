"use client";

import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { FiguresScreen } from "@/components/figures/figures-screen";
import { periodOf } from "@/components/figures/period";
import { PeriodBar } from "@/components/figures/period-bar";
import { useToday } from "@/components/figures/use-today";
import { useDesk } from "@/lib/api/desk";
import { CoursePanel } from "./course-panel";
import { affiliateAnalyticsFilters, inCurrency } from "./filters";
import { HoursPanel } from "./hours-panel";
import { ReportPanel } from "./reports/report-panel";
import { SummaryPanel } from "./summary-panel";
import { useSummary } from "./use-summary";

export function AffiliateAnalyticsView({ day }: { day: string }) {
  const t = useTranslations("affiliateAnalytics");
  const { can, extensions } = useDesk();
  const today = useToday(day);
  const [filters, setFilters] = useQueryStates(affiliateAnalyticsFilters, { history: "push" });
  const period = useMemo(() => periodOf(filters, today), [filters, today]);
  const summary = useSummary(period, filters.currency);
  const shared = { filters, period, onChange: setFilters };
  return (
    <FiguresScreen
      texts="affiliateAnalytics"
      screen="affiliate-analytics"
      allowed={can("affiliate", "analytics", "summary")}
      description={t("description")}
      period={
        extensions.affiliate ? (
          <PeriodBar {...shared} today={today} onChange={(change) => setFilters({ ...change, page: null })} />
        ) : (
          <p className="text-sm text-pretty text-muted">{t("noPeriod")}</p>
        )
      }
    >
      <SummaryPanel {...shared} summary={summary} />
      {extensions.affiliate && <CoursePanel {...shared} summary={summary} />}
      <HoursPanel {...shared} summary={summary} />
      <ReportPanel {...shared} filters={inCurrency(filters, summary.currencies)} />
    </FiguresScreen>
  );
}
