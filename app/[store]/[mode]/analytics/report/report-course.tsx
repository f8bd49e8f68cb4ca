"use client";

import { useTranslations } from "next-intl";
import { useId, useMemo } from "react";
import { LineChart } from "@/components/charts/line-chart";
import { mostSeries } from "@/components/charts/looks";
import { DayLink, useDayLabels } from "@/components/figures/day-link";
import { DownloadCsv, type FigureColumn } from "@/components/figures/download-csv";
import { onlyDay } from "@/components/figures/period";
import { RowsDisclosure } from "@/components/figures/rows-disclosure";
import { useUnits } from "@/components/figures/use-figures";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { useDesk } from "@/lib/api/desk";
import type { ReportType } from "@/lib/contract/checkout/report-words";
import { type Raw, readNumber } from "@/lib/contract/read";
import type { ReportTable } from "@/lib/contract/report";
import type { AnalyticsPanelProps } from "../filters";
import {
  type BesideParts,
  isDay,
  linesOf,
  numbersOf,
  type ReportParts,
  unitOfColumn,
  valuesBeside,
} from "./report-parts";
import { useWords } from "./report-words";

type Props = AnalyticsPanelProps & {
  type: ReportType;
  parts: ReportParts;
  beside: BesideParts | null;
  course: ReportTable;
};

export function ReportCourse(props: Props) {
  const { type, parts, course, period, onChange } = props;
  const t = useTranslations("analytics.reports");
  const { format } = useDesk();
  const words = useWords();
  const units = useUnits(parts.currency);
  const { lines, series } = useLines(props);
  const labels = useDayLabels(lines.days);
  const date = course.columns.find(({ kind }) => kind === "date")?.name ?? "";
  const ofDay = (row: Raw) => String(row[date]);
  const link = (row: Raw) => (isDay(ofDay(row)) ? <DayLink day={ofDay(row)} onChange={onChange} /> : ofDay(row));
  const columns = [
    { id: date, label: words(date), csv: ofDay, cell: link },
    ...numbersOf(course).map((id): FigureColumn<Raw> => {
      const unit = units[unitOfColumn(type, { name: id, rows: course.rows })];
      return {
        id,
        label: words(id),
        align: "end",
        csv: (row) => readNumber(row[id]),
        cell: ({ [id]: value }) => (typeof value === "number" ? unit.show(value) : "—"),
      };
    }),
  ];
  const name = lines.series.map(({ label }) => label).join(", ");
  const title = t("courseOf", { report: t(`types.${type}`), measure: name });
  const { start, end } = period.range;
  // If the days are the report's only table, its rows are shown below the chart anyway.
  const only = parts.tables[0] === course;
  if (lines.days.length < 2) return null;
  return (
    <Panel
      level={3}
      title={title}
      actions={
        <>
          <Measure {...props} value={lines.series.length > 1 ? "" : lines.series[0]?.id} />
          <DownloadCsv what={title} file={`${type}-by-day-${start}-${end}`} columns={columns} rows={course.rows} />
        </>
      }
    >
      <LineChart
        title={title}
        description={() => t("courseAbout", { days: format.days(start, end) })}
        {...labels}
        series={series}
        stacked={lines.stacked}
        {...units[lines.unit]}
        {...(lines.days.every(isDay) && {
          onPick: (at: number) => onChange(onlyDay(lines.days[at] ?? "")),
          pickHint: t("pick"),
        })}
      />
      {!only && (
        <RowsDisclosure
          summary={t("byDay")}
          caption={title}
          rows={course.rows.toReversed()}
          rowKey={ofDay}
          columns={columns}
        />
      )}
    </Panel>
  );
}

function useLines({ type, course, beside, filters: { measure } }: Props) {
  const words = useWords();
  const besideName = useTranslations("figures.course")("beside");
  const lines = useMemo(
    () => linesOf(course, { type, measure, most: mostSeries, label: words }),
    [course, type, measure, words],
  );
  const series = useMemo(() => {
    const [main, ...others] = lines.series;
    // The comparison is drawn only beside a single line, because a second line for each source could not be told apart.
    if (!main || others.length > 0 || !beside) return lines.series;
    const values = valuesBeside(beside.parts.course, { ...beside, name: main.id, days: lines.days });
    return [main, { id: "beside", label: besideName, values }];
  }, [lines, beside, besideName]);
  return { lines, series };
}

function Measure({ type, course, onChange, value }: Props & { value: string | undefined }) {
  const t = useTranslations("analytics.reports");
  const words = useWords();
  const id = useId();
  const numbers = numbersOf(course);
  if (numbers.length < 2) return null;
  return (
    <div className="flex items-center gap-2 text-sm print:hidden">
      <span id={id} className="whitespace-nowrap text-muted">
        {t("measure")}
      </span>
      <Select
        size="sm"
        aria-labelledby={id}
        value={value}
        onChange={({ target }) => onChange({ measure: target.value || null })}
        options={[
          ...(type === "revenue_attribution" ? [{ value: "", label: t("allSources") }] : []),
          ...numbers.map((name) => ({ value: name, label: words(name) })),
        ]}
      />
    </div>
  );
}
