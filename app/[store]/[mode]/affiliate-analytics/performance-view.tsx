"use client";

import { ChartLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { periodOf } from "@/components/figures/period";
import { PeriodBar } from "@/components/figures/period-bar";
import { useToday } from "@/components/figures/use-today";
import { ViewsMenu } from "@/components/lists/views-menu";
import { PrintButton } from "@/components/print/print-button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { useDesk } from "@/lib/api/desk";
import { ReportPanel } from "./breakdown/report-panel";
import { CoursePanel } from "./course-panel";
import { inCurrency, performanceFilters } from "./filters";
import { HoursPanel } from "./hours-panel";
import { SummaryPanel } from "./summary-panel";
import { useSummary } from "./use-summary";

export function PerformanceView({ day }: { day: string }) {
  const t = useTranslations("performance");
  const { can, extensions } = useDesk();
  const today = useToday(day);
  const [filters, setFilters] = useQueryStates(performanceFilters, { history: "push" });
  const period = useMemo(() => periodOf(filters, today), [filters, today]);
  const summary = useSummary(period, filters.currency);
  const shared = { filters, period, onChange: setFilters };
  if (!can("affiliate", "analytics", "summary")) {
    return (
      <>
        <PageHeader title={t("title")} />
        <EmptyState icon={<ChartLine />} title={t("forbidden")}>
          {t("forbiddenBody")}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          <>
            <ViewsMenu screen="affiliate-analytics" />
            <PrintButton small />
          </>
        }
      >
        {extensions.affiliate ? (
          <PeriodBar {...shared} today={today} onChange={(change) => setFilters({ ...change, page: null })} />
        ) : (
          <p className="text-sm text-pretty text-muted">{t("noPeriod")}</p>
        )}
      </PageHeader>
      <SummaryPanel {...shared} summary={summary} />
      {extensions.affiliate && <CoursePanel {...shared} summary={summary} />}
      <HoursPanel {...shared} summary={summary} />
      <ReportPanel {...shared} filters={inCurrency(filters, summary.currencies)} />
    </>
  );
}
