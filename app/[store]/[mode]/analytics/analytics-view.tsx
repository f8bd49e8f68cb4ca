"use client";

import { ChartLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { type ComponentProps, useMemo } from "react";
import { periodOf } from "@/components/figures/period";
import { PeriodBar } from "@/components/figures/period-bar";
import { useToday } from "@/components/figures/use-today";
import { ViewsMenu } from "@/components/lists/views-menu";
import { PrintButton } from "@/components/print/print-button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { useDesk } from "@/lib/api/desk";
import { CoursePanel } from "./course-panel";
import { FiguresPanel, useMetrics } from "./figures-panel";
import { analyticsFilters } from "./filters";
import { ReportPanel } from "./report/report-panel";

export function AnalyticsView({ day }: { day: string }) {
  const t = useTranslations("analytics");
  const { can } = useDesk();
  const today = useToday(day);
  const [filters, setFilters] = useQueryStates(analyticsFilters, { history: "push" });
  const period = useMemo(() => periodOf(filters, today), [filters, today]);
  const shared = { filters, period, onChange: setFilters };
  if (!can("checkout", "analytics", "metrics")) {
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
        actions={
          <>
            <ViewsMenu screen="analytics" />
            <PrintButton small />
          </>
        }
      >
        <Bar {...shared} today={today} />
      </PageHeader>
      <FiguresPanel {...shared} />
      <CoursePanel {...shared} />
      <ReportPanel {...shared} />
    </>
  );
}

function Bar(props: ComponentProps<typeof PeriodBar>) {
  return <PeriodBar {...props} since={useMetrics(props.period).since} />;
}
