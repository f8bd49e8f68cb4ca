"use client";

import { useTranslations } from "next-intl";
import { useId, useMemo } from "react";
import { LineChart } from "@/components/charts/line-chart";
import { mostSeries } from "@/components/charts/looks";
import { DayLink } from "@/components/figures/day-link";
import { DownloadCsv } from "@/components/figures/download-csv";
import type { FigureColumn } from "@/components/figures/figure-columns";
import { onlyDay } from "@/components/figures/period";
import { RowsDisclosure } from "@/components/figures/rows-disclosure";
import { useDayLabels } from "@/components/figures/use-day-labels";
import { useUnits } from "@/components/figures/use-units";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { useDesk } from "@/lib/api/desk";
import type { ReportType } from "@/lib/contract/checkout/report-words";
import { type Raw, readNumber } from "@/lib/contract/read";
import type { ReportTable } from "@/lib/contract/report";
import type { PanelProps } from "../filters";
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

type Props = PanelProps & {
  type: ReportType;
  parts: ReportParts;
  beside: BesideParts | null;
  course: ReportTable;
};

export function ReportCourse({ type, parts, beside, course, filters, period, onChange }: Props) {
  const t = useTranslations("analytics.reports");
  const besideName = useTranslations("figures.course")("beside");
  const { format } = useDesk();
  const words = useWords();
  const units = useUnits(parts.currency);
  const { measure } = filters;
  const measureId = useId();
  const lines = useMemo(
    () => linesOf(course, { type, measure, most: mostSeries, label: words }),
    [course, type, measure, words],
  );
  const [main, ...others] = lines.series;
  // The comparison is drawn only beside a single line, because a second line for each source could not be told apart.
  const earlier = useMemo(
    () =>
      main && others.length === 0 && beside
        ? [
            {
              id: "beside",
              label: besideName,
              values: valuesBeside(beside.parts.course, { ...beside, name: main.id, days: lines.days }),
            },
          ]
        : [],
    [main, others.length, beside, lines.days, besideName],
  );
  const series = useMemo(() => [...lines.series, ...earlier], [lines.series, earlier]);
  const labels = useDayLabels(lines.days);
  const date = course.columns.find(({ kind }) => kind === "date")?.name ?? "";
  const numbers = numbersOf(course);
  const ofDay = (row: Raw) => String(row[date]);
  const link = (row: Raw) => (isDay(ofDay(row)) ? <DayLink day={ofDay(row)} onChange={onChange} /> : ofDay(row));
  const columns = [
    { id: date, label: words(date), csv: ofDay, cell: link },
    ...numbers.map((id): FigureColumn<Raw> => {
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
          {numbers.length > 1 && (
            <div className="flex items-center gap-2 text-sm print:hidden">
              <span id={measureId} className="whitespace-nowrap text-muted">
                {t("measure")}
              </span>
              <Select
                size="sm"
                aria-labelledby={measureId}
                value={lines.series.length > 1 ? "" : lines.series[0]?.id}
                onChange={({ target }) => onChange({ measure: target.value || null })}
                options={[
                  ...(type === "revenue_attribution" ? [{ value: "", label: t("allSources") }] : []),
                  ...numbers.map((value) => ({ value, label: words(value) })),
                ]}
              />
            </div>
          )}
          <DownloadCsv what={title} file={`${type}-by-day-${start}-${end}`} columns={columns} rows={course.rows} />
        </>
      }
    >
      <LineChart
        title={title}
        description={t("courseAbout", { days: format.days(start, end) })}
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
