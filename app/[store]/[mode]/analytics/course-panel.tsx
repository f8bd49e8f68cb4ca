"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useMemo } from "react";
import { LineChart } from "@/components/charts/line-chart";
import { DaysSoFar } from "@/components/figures/days-so-far";
import { useShowFigure } from "@/components/figures/figure-change";
import { ofClosedDays } from "@/components/figures/figure-reads";
import { differenceOf, type FigurePoint, figureOf, isSum, pointsOf, unitOf } from "@/components/figures/figures";
import { useDays } from "@/components/figures/use-days";
import { QueryError } from "@/components/query-error";
import { DownloadCsv } from "@/components/transfer/download-csv";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import { daysOf } from "@/lib/ranges";
import { Annotations, useAnnotations } from "./annotations";
import { CourseRows } from "./course-rows";
import { patience, useMetrics } from "./figures-panel";
import type { PanelProps } from "./filters";
import { annotationsOf, drawnBeside, drawnRange } from "./reads";

export function CoursePanel({ filters, period, onChange }: PanelProps) {
  const t = useTranslations("analytics.course");
  const names = useTranslations("figures.names");
  const stepWords = useTranslations("figures.step");
  const desk = useDesk();
  const { format } = desk;
  const { figure } = filters;
  const { comparison, partial } = period;
  const drawn = drawnRange(period.range);
  const beside = drawnBeside(period);
  const history = useDays(drawn, { patience: patience(period) });
  const earlier = useDays(beside ?? drawn, { patience: ofClosedDays, enabled: beside !== null });
  const { now, since } = useMetrics(period);
  const { data: notes } = useQuery(annotationsOf(desk, period.range));
  const currency = now.data?.data.currency;
  const show = useShowFigure(figure, currency);
  const name = names(figure);

  const { start, end } = drawn;
  // The API's current figures for today are fresher than the collected ones.
  const soFar = partial && start !== period.range.start ? now.data && figureOf(figure, now.data.data) : undefined;
  const days = history.data;
  const others = beside ? earlier.data : undefined;
  const rows = useMemo(() => {
    const own = daysOf({ start, end });
    const besides = own.map((day) => comparison?.dayFor(day) ?? null);
    const known = besides.map((day) => (day !== null && since !== null && day < since ? null : day));
    const points = pointsOf(figure, own, days ?? nothing);
    const earlierPoints = pointsOf(figure, known, others ?? nothing);
    return own.map((day, at) => ({
      ...{ day, now: day === end && soFar !== undefined ? { value: soFar } : (points[at] ?? unknown) },
      ...{ beside: besides[at] ?? null, before: earlierPoints[at] ?? unknown },
    }));
  }, [start, end, figure, days, others, comparison, since, soFar]);

  const label = useCallback((at: number) => format.weekday(rows[at]?.day ?? ""), [rows, format]);
  const shortLabel = useCallback((at: number) => format.day(rows[at]?.day ?? ""), [rows, format]);
  const besideName = t("beside");
  const series = useMemo(
    () => [
      { id: "now", label: name, ...lineOf(rows.map(({ now }) => now)) },
      ...(comparison ? [{ id: "beside", label: besideName, ...lineOf(rows.map(({ before }) => before)) }] : []),
    ],
    [rows, name, besideName, comparison],
  );
  const tick = useMemo(() => {
    if (unitOf[figure] === "money") return (value: number) => format.shortMoney(value, currency);
    return unitOf[figure] === "ratio" ? format.ratio : format.short;
  }, [figure, format, currency]);
  const { marks, listed } = useAnnotations(notes?.data, rows);
  const total = now.data && figureOf(figure, now.data.data);
  const single = period.range.start === period.range.end;
  const difference = single
    ? null
    : differenceOf(figure, { days: rows.map(({ day }) => day), history: days?.data ?? [], total });
  const quiet = total !== undefined && total === 0 && !rows.some(({ now, before }) => now.value || before.value);
  const openDay = (day: string) => onChange({ range: "custom", from: day, to: day });

  return (
    <Panel
      title={t("title", { figure: name })}
      description={single ? t("fortnight") : undefined}
      actions={
        <DownloadCsv
          what={name}
          sheet={() => ({
            name: `${figure}-${drawn.start}-${drawn.end}`,
            head: [t("day"), name, ...(beside ? [t("besideDay"), `${name} (${besideName})`] : [])],
            rows: rows
              .toReversed()
              .map((row) => [row.day, ofDay(row.now), ...(beside ? [row.beside, ofDay(row.before)] : [])]),
          })}
        />
      }
      flush
    >
      {history.error && !days ? (
        <QueryError error={history.error} onRetry={() => history.refetch()} retrying={history.isFetching} />
      ) : days === undefined ? (
        <TextSkeleton lines={8} className="min-h-80 p-4" />
      ) : quiet ? (
        <EmptyState
          level={3}
          icon={<ChartLine />}
          title={t("quiet")}
          action={
            filters.range !== "365d" && <Button onClick={() => onChange({ range: "365d" })}>{t("longer")}</Button>
          }
        >
          {t("quietBody")}
        </EmptyState>
      ) : (
        <>
          <div className="p-4">
            <LineChart
              title={t("chart", { figure: name })}
              description={seen()}
              label={label}
              shortLabel={shortLabel}
              series={series}
              show={(_, { id }, at) => showPoint((id === "now" ? rows[at]?.now : rows[at]?.before) ?? unknown)}
              tick={tick}
              marks={marks}
              onPick={(at) => openDay(rows[at]?.day ?? "")}
              pickHint={t("pick")}
            />
            <DaysSoFar lines={[days, others]} className="mt-2 text-sm text-muted" />
            {difference !== null && difference !== 0 && (
              <p className="mt-2 text-sm text-warning">
                {t(difference > 0 ? "more" : "less", { difference: show(Math.abs(difference)), figure: name })}
              </p>
            )}
          </div>
          <Annotations notes={listed} day={rows.at(-1)?.day ?? end} />
          <CourseRows
            rows={rows}
            figure={figure}
            compared={comparison !== null}
            show={showPoint}
            today={partial ? end : null}
            known={days.data}
            onDay={openDay}
          />
        </>
      )}
    </Panel>
  );

  function showPoint({ value, step }: FigurePoint): string {
    if (value === null || !step) return value === null ? "" : show(value);
    return stepWords(isSum(figure) ? "perDay" : "whole", {
      value: show(value),
      days: format.days(step.from, step.to),
    });
  }

  function seen(): string {
    const values = rows.flatMap(({ now }) => ofDay(now) ?? []);
    const days = format.days(drawn.start, drawn.end);
    if (values.length === 0) return t("nothingKnown", { days });
    return t("seen", {
      ...{ days, low: show(Math.min(...values)), high: show(Math.max(...values)), last: show(values.at(-1) as number) },
    });
  }
}

const nothing = { data: [] };
const unknown: FigurePoint = { value: null };

/** A day is null if only the change over several days is known. */
const ofDay = ({ value, step }: FigurePoint): number | null => (step ? null : value);

const lineOf = (points: readonly FigurePoint[]) => ({
  values: points.map(({ value }) => value),
  steps: points.map(({ step }) => step !== undefined),
});
