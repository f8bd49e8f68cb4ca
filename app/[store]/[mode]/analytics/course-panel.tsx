"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { CoursePanel as Course } from "@/components/figures/course-panel";
import { DaysSoFar } from "@/components/figures/days-so-far";
import { ofClosedDays } from "@/components/figures/figure-reads";
import { differenceOf, type FigurePoint, pointsOf, whyAbsent } from "@/components/figures/figures";
import { useDays } from "@/components/figures/use-days";
import { useFigures } from "@/components/figures/use-figures";
import { useDesk } from "@/lib/api/desk";
import { daysOf } from "@/lib/ranges";
import { Annotations, useAnnotations } from "./annotations";
import { freshnessOf, useMetrics } from "./figures-panel";
import type { PanelProps } from "./filters";
import { annotationsOf, drawnBeside, drawnRange } from "./reads";

export function CoursePanel({ filters, period, onChange }: PanelProps) {
  const t = useTranslations("analytics.course");
  const reasons = useTranslations("figures");
  const desk = useDesk();
  const { figure: name } = filters;
  const { comparison, partial } = period;
  const { start, end } = drawnRange(period.range);
  const beside = drawnBeside(period);
  const history = useDays({ start, end }, { freshness: freshnessOf(period) });
  const earlier = useDays(beside ?? { start, end }, { freshness: ofClosedDays, enabled: beside !== null });
  const { now, since } = useMetrics(period);
  const { data: notes } = useQuery(annotationsOf(desk, period.range));
  const figure = useFigures(now.data?.data)(name);
  const total = figure.value ?? undefined;

  // The API's current figures for today are fresher than the collected ones.
  const soFar = partial && start !== period.range.start ? total : undefined;
  const days = history.data;
  const others = beside ? earlier.data : undefined;
  const rows = useMemo(() => {
    const own = daysOf({ start, end });
    const besides = own.map((day) => comparison?.dayFor(day) ?? null);
    const known = besides.map((day) => (day !== null && since !== null && day < since ? null : day));
    const points = pointsOf(name, own, days ?? nothing);
    const earlierPoints = pointsOf(name, known, others ?? nothing);
    return own.map((day, at) => ({
      day,
      now: day === end && soFar !== undefined ? { value: soFar } : (points[at] ?? unknown),
      beside: besides[at] ?? null,
      before: earlierPoints[at] ?? unknown,
    }));
  }, [start, end, name, days, others, comparison, since, soFar]);

  const { marks, listed } = useAnnotations(notes?.data, rows);
  const single = period.range.start === period.range.end;
  const difference = single
    ? null
    : differenceOf(name, { days: rows.map(({ day }) => day), history: days?.data ?? [], total });
  const quiet = total === 0 && !rows.some(({ now, before }) => now.value || before.value);
  const absent = (day: string) => {
    const state = days?.data.find((known) => known.day === day);
    if (state?.figures) return reasons(whyAbsent(name, state.figures));
    return t(state?.complete ? "refused" : "notCollected");
  };
  return (
    <Course
      {...{ filters, onChange, figure, rows, marks, absent }}
      // If the service fails before any day is known, its error stands in place of an empty chart.
      read={now.error && rows.every((row) => row.now.value === null) ? now : history}
      compared={comparison !== null}
      today={partial ? end : null}
      description={single ? t("fortnight") : undefined}
      quiet={quiet ? t("quietBody") : null}
      csv={{ name, head: figure.label }}
      foot={
        <>
          <DaysSoFar lines={[days, others]} className="mt-2 text-sm text-muted" />
          {difference !== null && difference !== 0 && (
            <p className="mt-2 text-sm text-warning">
              {t(difference > 0 ? "more" : "less", {
                difference: figure.show(Math.abs(difference)),
                figure: figure.label,
              })}
            </p>
          )}
        </>
      }
    >
      <Annotations notes={listed} day={end} />
    </Course>
  );
}

const nothing = { data: [] };
const unknown: FigurePoint = { value: null };
