"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { ChartLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { LineChart, type LineChartProps } from "@/components/charts/line-chart";
import { Waiting } from "@/components/query-error";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { HydrateOnTouch } from "@/components/ui/hydrate-on-touch";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { useUnheardShop } from "@/components/unheard-shop";
import { useDesk } from "@/lib/api/desk";
import { DayLink, useDayLabels } from "./day-link";
import { DownloadCsv, type FigureColumn } from "./download-csv";
import { type Figure, FigureChange } from "./figure-tiles";
import type { FigurePoint } from "./figures";
import { onlyDay, type PeriodChange, type PeriodFilters } from "./period";

/** `beside` is the day to compare with, and `before` its value. */
export type CourseRow = { day: string; now: FigurePoint; beside: string | null; before: FigurePoint };

type Props = Pick<LineChartProps, "marks"> & {
  filters: PeriodFilters;
  onChange: PeriodChange;
  figure: Figure;
  read: UseQueryResult;
  /** Must be memoized. */
  rows: readonly CourseRow[];
  compared: boolean;
  /** The unfinished day, or null if it is not among the rows. */
  today: string | null;
  absent?: (day: string) => string;
  description?: string;
  quiet: string | null;
  csv: { name: string; head: string };
  foot?: ReactNode;
  children?: ReactNode;
};

export function CoursePanel(props: Props) {
  const { filters, onChange, figure, read, rows, compared, quiet, csv } = props;
  const t = useTranslations("figures.course");
  const { format } = useDesk();
  const { label: name } = figure;
  const labels = useDayLabels(useMemo(() => rows.map(({ day }) => day), [rows]));
  const besideName = t("beside");
  const title = t("title", { figure: name });
  const series = useMemo(
    () => [
      { id: "now", label: name, ...lineOf(rows.map(({ now }) => now)) },
      ...(compared ? [{ id: "beside", label: besideName, ...lineOf(rows.map(({ before }) => before)) }] : []),
    ],
    [rows, name, besideName, compared],
  );
  const textOf = useValues(figure);
  const unheard = useUnheardShop(quiet !== null);
  const table = { columns: useColumns(props), rows: rows.toReversed() };
  return (
    <Panel
      title={title}
      description={props.description}
      actions={<DownloadCsv what={name} file={`${csv.name}-${rows[0]?.day}-${rows.at(-1)?.day}`} {...table} />}
      flush
    >
      {read.data === undefined ? (
        <Waiting of={read} lines={8} className="min-h-80 p-4" />
      ) : quiet !== null ? (
        <EmptyState
          level={3}
          icon={<ChartLine />}
          {...(unheard ?? {
            title: t("quiet"),
            action: filters.range !== "365d" && (
              <Button onClick={() => onChange({ range: "365d" })}>{t("longer")}</Button>
            ),
            children: quiet,
          })}
        />
      ) : (
        <>
          <div className="p-4">
            <LineChart
              title={t("chart", { figure: name })}
              description={seen}
              {...labels}
              series={series}
              show={(_, { id }, at) => textOf((id === "now" ? rows[at]?.now : rows[at]?.before) ?? unknown)}
              tick={figure.tick}
              marks={props.marks}
              onPick={(at) => onChange(onlyDay(rows[at]?.day ?? ""))}
              pickHint={t("pick")}
            />
            {props.foot}
          </div>
          {props.children}
          <div className="max-h-96 overflow-y-auto border-t border-line print:max-h-none">
            <HydrateOnTouch shows={[rows, name, compared, props.today]}>
              <RowsTable caption={title} rowKey={({ day }) => day} {...table} />
            </HydrateOnTouch>
          </div>
        </>
      )}
    </Panel>
  );

  function seen(): string {
    const values = rows.flatMap(({ now }) => ofDay(now) ?? []);
    const days = format.days(rows[0]?.day ?? "", rows.at(-1)?.day ?? "");
    if (values.length === 0) return t("nothingKnown", { days });
    return t("seen", {
      days,
      low: figure.show(Math.min(...values)),
      high: figure.show(Math.max(...values)),
      last: figure.show(values.at(-1) as number),
    });
  }
}

function useColumns({ figure, onChange, compared, today, csv, absent }: Props): FigureColumn<CourseRow>[] {
  const t = useTranslations("figures.course");
  const { format } = useDesk();
  const textOf = useValues(figure);
  const besideName = t("beside");
  const columns: FigureColumn<CourseRow>[] = [
    {
      id: "day",
      label: t("day"),
      csv: ({ day }) => day,
      cell: ({ day }) => (
        <>
          <DayLink day={day} onChange={onChange} />
          {day === today && <span className="text-muted"> {t("soFar")}</span>}
        </>
      ),
    },
    {
      id: "value",
      label: figure.label,
      align: "end",
      head: csv.head,
      csv: ({ now }) => ofDay(now),
      cell: ({ day, now }) => {
        if (now.value !== null && !now.step) return textOf(now);
        return <span className="text-muted">{now.step ? textOf(now) : (absent?.(day) ?? "—")}</span>;
      },
    },
  ];
  if (!compared) return columns;
  return [
    ...columns,
    { id: "beside", label: t("besideDay"), csv: ({ beside }) => beside },
    {
      id: "before",
      label: besideName,
      align: "end",
      head: `${csv.head} (${besideName})`,
      csv: ({ before }) => ofDay(before),
      cell: ({ beside, before }) => (
        <>
          <span className="text-xs text-muted max-sm:block">{beside && format.day(beside)}</span>{" "}
          {before.value === null ? "—" : textOf(before)}
        </>
      ),
    },
    {
      id: "change",
      label: t("change"),
      align: "end",
      cell: ({ day, now, before }) => {
        // A day that is not over would look bad beside a whole one.
        if (day === today || now.step || before.step || before.value === null) return "—";
        return <FigureChange of={figure} now={now.value} before={before.value} />;
      },
    },
  ];
}

export function useValues({ show, isSum }: Pick<Figure, "show" | "isSum">): (point: FigurePoint) => string {
  const t = useTranslations("figures.step");
  const { format } = useDesk();
  return ({ value, step }) => {
    if (value === null || !step) return value === null ? "" : show(value);
    return t(isSum ? "perDay" : "whole", { value: show(value), days: format.days(step.from, step.to) });
  };
}

const unknown: FigurePoint = { value: null };

/** A day is null if only the change over several days is known. */
const ofDay = ({ value, step }: FigurePoint): number | null => (step ? null : value);

export const lineOf = (points: readonly FigurePoint[]) => ({
  values: points.map(({ value }) => value),
  steps: points.map(({ step }) => step !== undefined),
});
