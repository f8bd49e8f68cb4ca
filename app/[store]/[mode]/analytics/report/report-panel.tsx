"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { ofClosedDays } from "@/components/figures/figure-reads";
import { Reports } from "@/components/figures/figures-screen";
import { useUnits } from "@/components/figures/use-figures";
import { Waiting } from "@/components/query-error";
import { Rest } from "@/components/ui/after-first-paint";
import { DescriptionList } from "@/components/ui/description-list";
import { HydrateOnTouch } from "@/components/ui/hydrate-on-touch";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { type ReportType, reportTypes } from "@/lib/contract/checkout/report-words";
import { useMetrics } from "../figures-panel";
import { type AnalyticsPanelProps, freshnessOf, reportedBeside, reportOf } from "../filters";
import { Funnel } from "./funnel";
import { ReportCourse } from "./report-course";
import { isFlat, partsOf, type ReportParts, stepsOf, unitOfColumn } from "./report-parts";
import { ReportRows } from "./report-rows";
import { useWords } from "./report-words";

export function ReportPanel(props: AnalyticsPanelProps) {
  const t = useTranslations("analytics.reports");
  const { filters, onChange } = props;
  return (
    <Reports
      title={t("title")}
      report={filters.report}
      // A report's measure and sort column mean nothing in another report.
      onChange={(report) => onChange({ report, measure: null, sort: null, order: null })}
      reports={reportTypes.map((type) => ({
        id: type,
        label: t(`types.${type}`),
        content: <OneReport key={type} {...props} type={type} />,
      }))}
    />
  );
}

function OneReport({ type, period, ...rest }: AnalyticsPanelProps & { type: ReportType }) {
  const t = useTranslations("analytics.reports");
  const desk = useDesk();
  const { comparison, range } = period;
  const reported = reportedBeside(period);
  const report = useQuery({ ...reportOf(desk, type, range), ...freshnessOf(period) });
  const earlier = useQuery({
    ...reportOf(desk, type, reported ?? range),
    ...ofClosedDays,
    placeholderData: undefined,
    enabled: reported !== null,
  });
  const parts = useMemo(() => report.data && partsOf(report.data), [report.data]);
  // Sums of a period that began before the shop would show a growth that there was not.
  const covered = useMetrics(period).since === null;
  const before = reported && covered && earlier.data;
  const beside = useMemo(
    () => (before && comparison ? { parts: partsOf(before), dayFor: comparison.dayFor } : null),
    [before, comparison],
  );
  const box = "min-w-0 rounded-lg border border-line bg-surface";
  if (!report.data || !parts) {
    return (
      <div className={box}>
        <Waiting of={report} lines={10} className="min-h-96 p-4" />
      </div>
    );
  }
  const steps = type === "conversion_funnel" ? stepsOf(report.data) : null;
  const tables = steps && parts.tables[0] !== parts.course ? parts.tables.slice(1) : parts.tables;
  const flat = parts.course === null || isFlat(parts.course);
  const nothing = parts.tables.length === 0 && !steps && flat;
  const shared = { ...rest, period, type, parts, beside };
  return (
    <div aria-busy={report.isPlaceholderData || undefined} className="grid min-w-0 gap-5">
      {parts.course && !nothing && <ReportCourse {...shared} course={parts.course} />}
      <Rest>
        {steps && <Funnel steps={steps} before={before ? stepsOf(before) : null} range={range} />}
        <HydrateOnTouch shows={[parts, beside, rest.filters]}>
          {tables.map((table) => (
            <ReportRows key={table.name} {...shared} table={table} />
          ))}
        </HydrateOnTouch>
        {nothing && <p className={`${box} px-4 py-6 text-muted`}>{t("nothing")}</p>}
        {!nothing && <ReportRest type={type} parts={parts} but={steps?.map(({ name }) => name) ?? []} />}
      </Rest>
    </div>
  );
}

type Props = {
  type: ReportType;
  parts: ReportParts;
  but: readonly string[];
};

function ReportRest({ type, parts, but }: Props) {
  const t = useTranslations("analytics.reports");
  const words = useWords();
  const units = useUnits(parts.currency);
  const rest = parts.rest.filter(([name]) => !but.includes(name.split(".").at(-1) ?? ""));
  if (rest.length === 0) return null;
  return (
    <Panel level={3} title={t("rest")}>
      <DescriptionList
        items={rest.map(([name, value]) => ({
          key: name,
          term: words(name),
          detail:
            typeof value === "number" ? (
              units[unitOfColumn(type, { name, rows: [{ [name]: value }] })].show(value)
            ) : typeof value === "string" ? (
              value
            ) : (
              <code>{JSON.stringify(value)}</code>
            ),
        }))}
      />
    </Panel>
  );
}
