"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { CoursePanel as Course } from "@/components/figures/course-panel";
import { daysOf } from "@/lib/ranges";
import { type FigureName, type Figures, figureOfDay, unitOf } from "./figures";
import type { PanelProps } from "./filters";
import { type Summary, useFigures } from "./use-figures";

export function CoursePanel({ filters, period, onChange, summary }: PanelProps & { summary: Summary }) {
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
        head: unitOf[name] === "money" ? `${figure.label} ${currency ?? ""}` : figure.label,
      }}
    />
  );
}

type Day = Figures & { day: string };

function valuesOf(name: FigureName, currency: string | undefined, daily: readonly Day[] = []) {
  const byDay = new Map(daily.map((each) => [each.day, each]));
  return (day: string | null) => {
    const found = day === null ? undefined : byDay.get(day);
    return found ? figureOfDay(name, found, currency) : null;
  };
}
