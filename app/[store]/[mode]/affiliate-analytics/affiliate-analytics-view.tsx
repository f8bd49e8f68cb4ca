"use client";

import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { CoursePanel as Course } from "@/components/figures/course-panel";
import { FiguresScreen, Reports } from "@/components/figures/figures-screen";
import { periodOf } from "@/components/figures/period";
import { PeriodBar } from "@/components/figures/period-bar";
import { useToday } from "@/components/figures/use-days";
import { HydrateOnTouch } from "@/components/ui/hydrate-on-touch";
import { useDesk } from "@/lib/api/desk";
import { daysOf } from "@/lib/ranges";
import { type AffiliateFigure, figureOfDay, type SummaryFigures } from "./figures";
import { type AffiliatePanelProps, affiliateAnalyticsFilters, inCurrency, reports } from "./filters";
import { ClickRows } from "./reports/click-rows";
import { AffiliateRows, ProductRows } from "./reports/metric-rows";
import { HoursPanel, SummaryPanel } from "./summary-panel";
import { type Summary, useFigures, useSummary } from "./use-figures";

export function AffiliateAnalyticsView({ day }: { day: string }) {
  const t = useTranslations("affiliateAnalytics");
  const { can, has } = useDesk();
  const takesPeriod = has("affiliate", "analytics", "summary", "start_date");
  const today = useToday(day);
  const [filters, setFilters] = useQueryStates(affiliateAnalyticsFilters, { history: "push" });
  const period = useMemo(() => periodOf(filters, today), [filters, today]);
  const summary = useSummary(period, filters.currency);
  const shared = { filters, period, onChange: setFilters };
  const { now, before } = summary;
  const shows = [filters, period, now.data, now.error, before?.data, before?.error];
  return (
    <FiguresScreen
      texts="affiliateAnalytics"
      screen="affiliate-analytics"
      allowed={can("affiliate", "analytics", "summary")}
      description={t("description")}
      period={
        takesPeriod ? (
          <PeriodBar {...shared} today={today} onChange={(change) => setFilters({ ...change, page: null })} />
        ) : (
          <p className="text-sm text-pretty text-muted">{t("noPeriod")}</p>
        )
      }
      figures={
        <HydrateOnTouch shows={shows}>
          <SummaryPanel {...shared} summary={summary} />
        </HydrateOnTouch>
      }
    >
      {takesPeriod && <CoursePanel {...shared} summary={summary} />}
      <HydrateOnTouch shows={shows}>
        <HoursPanel {...shared} summary={summary} />
      </HydrateOnTouch>
      <ReportPanel {...shared} filters={inCurrency(filters, summary.currencies)} />
    </FiguresScreen>
  );
}

const rows = { affiliates: AffiliateRows, products: ProductRows, clicks: ClickRows };
/** A new report starts without the filters of the one before, which mean nothing in it. */
const cleared = { status: null, affiliate: null, link: null, sort: null, order: null, page: null, hide: null };

function ReportPanel(props: AffiliatePanelProps) {
  const t = useTranslations("affiliateAnalytics.reports");
  const { filters, onChange } = props;
  return (
    <Reports
      title={t("title")}
      report={filters.report}
      onChange={(report) => onChange({ ...cleared, report })}
      reports={reports.map((name) => {
        const Rows = rows[name];
        return { id: name, label: t(`names.${name}`), content: <Rows key={name} {...props} /> };
      })}
    />
  );
}

function CoursePanel({ filters, period, onChange, summary }: AffiliatePanelProps & { summary: Summary }) {
  const t = useTranslations("affiliateAnalytics.course");
  const { figure: name } = filters;
  const { comparison, partial } = period;
  const { now, before, currency } = summary;
  const figure = useFigures(now.data?.data, currency)(name);
  const daily = now.data?.data.daily;
  const others = before?.data?.data.daily;
  const { start, end } = period.range;
  const rows = useMemo(() => {
    const [value, earlier] = [valuesOf(name, currency, daily), valuesOf(name, currency, others)];
    return daysOf({ start, end }).map((day) => {
      const beside = comparison?.dayFor(day) ?? null;
      return { day, now: { value: value(day) }, beside, before: { value: earlier(beside) } };
    });
  }, [name, currency, start, end, daily, others, comparison]);
  // The chart is hidden for a single day, and for an API that reports no days.
  if (start === end || (now.data && daily === undefined) || (now.error && !now.data)) return null;
  return (
    <Course
      {...{ filters, figure, rows }}
      onChange={(change) => onChange({ ...change, page: null })}
      read={now}
      compared={comparison !== null}
      today={partial ? end : null}
      quiet={rows.some(({ now, before }) => now.value || before.value) ? null : t("quietBody")}
      csv={{
        name: `affiliates-${name}`,
        head: figure.unit === "money" ? `${figure.label} ${currency ?? ""}` : figure.label,
      }}
    />
  );
}

type Day = SummaryFigures & { day: string };

function valuesOf(name: AffiliateFigure, currency: string | undefined, daily: readonly Day[] = []) {
  const byDay = new Map(daily.map((each) => [each.day, each]));
  return (day: string | null) => {
    const found = day === null ? undefined : byDay.get(day);
    return found ? figureOfDay(name, found, currency) : null;
  };
}
