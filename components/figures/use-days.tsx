"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useDesk } from "@/lib/api/desk";
import type { CollectedDays } from "@/lib/contract/desk/history";
import { countDays, dayIn } from "@/lib/days";
import type { Range } from "@/lib/ranges";
import { type DaysRead, daysReadOf, type ofClosedDays } from "./figure-reads";

type Options = {
  enabled?: boolean;
  freshness?: Partial<typeof ofClosedDays>;
};

export function useDays(range: Range, { enabled = true, freshness = {} }: Options = {}) {
  return useQuery({ ...daysReadOf(useDesk(), range, freshness), enabled, select: toDays });
}

type Days = Pick<CollectedDays, "data"> & Partial<CollectedDays>;

function toDays(read: DaysRead): Days {
  if ("collected" in read) return read;
  return { data: (read.daily ?? []).map(({ date, ...figures }) => ({ day: date, figures, complete: true })) };
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
