"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { CoursePanel } from "@/components/figures/course-panel";
import { figureIn, type ReadProps, useResultFigure } from "./figures";

export function ResultsCourse({ filters, period, onChange, now, before }: ReadProps) {
  const t = useTranslations("offerResults");
  const { figure: name } = filters;
  const { comparison } = period;
  const [days, earlier] = [now.data?.daily, comparison ? before?.data?.daily : undefined];
  const figure = useResultFigure(now.data)(name);
  const rows = useMemo(() => {
    const known = new Map(earlier?.map((day) => [day.date, figureIn(name, day)]));
    return (days ?? []).map((day) => {
      const beside = comparison?.dayFor(day.date) ?? null;
      const value = beside === null ? null : (known.get(beside) ?? null);
      return { day: day.date, now: { value: figureIn(name, day) }, beside, before: { value } };
    });
  }, [days, earlier, comparison, name]);
  return (
    <CoursePanel
      {...{ filters, onChange, figure, rows }}
      read={now}
      compared={comparison !== null}
      today={period.partial ? period.range.end : null}
      absent={() => t("notShown")}
      quiet={null}
      csv={{ name, head: figure.label }}
    />
  );
}
