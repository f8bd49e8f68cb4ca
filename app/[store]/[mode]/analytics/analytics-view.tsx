"use client";

import { useQueryStates } from "nuqs";
import { type ComponentProps, useMemo } from "react";
import { FiguresScreen } from "@/components/figures/figures-screen";
import { periodOf } from "@/components/figures/period";
import { PeriodBar } from "@/components/figures/period-bar";
import { useToday } from "@/components/figures/use-days";
import { HydrateOnTouch } from "@/components/ui/hydrate-on-touch";
import { useReads } from "@/components/use-reads";
import { useDesk } from "@/lib/api/desk";
import { CoursePanel } from "./course-panel";
import { FiguresPanel, useMetrics } from "./figures-panel";
import { analyticsFilters, firstReads } from "./filters";
import { ReportPanel } from "./report/report-panel";

export function AnalyticsView({ day }: { day: string }) {
  const desk = useDesk();
  const today = useToday(day);
  const [filters, setFilters] = useQueryStates(analyticsFilters, { history: "push" });
  const period = useMemo(() => periodOf(filters, today), [filters, today]);
  const shared = { filters, period, onChange: setFilters };
  const shows = [filters, period, ...useReads(firstReads(desk, period, filters.report))];
  return (
    <FiguresScreen
      texts="analytics"
      screen="analytics"
      allowed={desk.can("checkout", "analytics", "metrics")}
      period={<Bar {...shared} today={today} />}
      figures={
        <HydrateOnTouch shows={shows}>
          <FiguresPanel {...shared} />
        </HydrateOnTouch>
      }
    >
      <CoursePanel {...shared} />
      <ReportPanel {...shared} />
    </FiguresScreen>
  );
}

function Bar(props: ComponentProps<typeof PeriodBar>) {
  return <PeriodBar {...props} since={useMetrics(props.period).since} />;
}
