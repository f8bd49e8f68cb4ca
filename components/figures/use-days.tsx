"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useDesk } from "@/lib/api/desk";
import type { MetricsAnswer } from "@/lib/contract/checkout/analytics";
import type { HistoryDay } from "@/lib/contract/desk/history";
import { countDays, dayIn } from "@/lib/days";
import type { Range } from "@/lib/ranges";
import { historyOf, metricsOf, type ofClosedDays } from "./figure-reads";

type Options = {
  enabled?: boolean;
  freshness?: Partial<typeof ofClosedDays>;
};

/**
 * The embedded service returns the days with the totals of the range, so the two never disagree. For another API,
 * Cartwright returns the days that it has collected, with steps in place of missing ones.
 */
export function useDays(range: Range, { enabled = true, freshness = {} }: Options = {}) {
  const desk = useDesk();
  const reportsDays = desk.has("checkout", "analytics", "metrics", "group_by");
  const daily = useQuery({ ...metricsOf(desk, range), ...freshness, enabled: enabled && reportsDays, select: toDays });
  const collected = useQuery({
    ...historyOf(desk, range),
    placeholderData: keepPreviousData,
    enabled: enabled && !reportsDays,
  });
  return reportsDays ? daily : collected;
}

function toDays({ daily = [] }: MetricsAnswer): { data: HistoryDay[]; steps?: undefined; collected?: undefined } {
  return { data: daily.map(({ date, ...figures }) => ({ day: date, figures, complete: true })) };
}

type Props = {
  lines: readonly (ReturnType<typeof useDays>["data"] | undefined)[];
  className: string;
};

/** States how much of a chart has been collected and how long the rest takes, until every day is known. */
export function DaysSoFar({ lines, className }: Props) {
  const t = useTranslations("figures.soFar");
  const counts = lines.flatMap((line) => line?.collected ?? []);
  const [days, of, seconds] = [sum(counts, "days"), sum(counts, "of"), sum(counts, "seconds")];
  if (days >= of) return null;
  const step = Math.max(0, ...lines.flatMap((line) => (line?.steps ?? []).map(({ from, to }) => countDays(from, to))));
  const minutes = Math.ceil(seconds / 60);
  return <p className={className}>{step > 0 ? t("steps", { step, minutes }) : t("days", { days, of, minutes })}</p>;
}

type Counts = { days: number; of: number; seconds: number | null };

const sum = (counts: readonly Counts[], name: keyof Counts) =>
  counts.reduce((total, each) => total + (each[name] ?? 0), 0);

export function useToday(day: string): string {
  const { timeZone } = useDesk().store;
  const [today, setToday] = useState(day);
  useEffect(() => {
    const look = () => setToday(dayIn(timeZone, new Date()));
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [timeZone]);
  return today;
}
