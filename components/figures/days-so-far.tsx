"use client";

import { useTranslations } from "next-intl";
import { countDays } from "@/lib/days";
import type { useDays } from "./use-days";

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
