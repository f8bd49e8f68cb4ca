"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { metricsOf, ofClosedDays } from "@/components/figures/figure-reads";
import { FigureTile, FigureTiles, isCompared } from "@/components/figures/figure-tiles";
import { figureNames, firstDayOf, valueIn } from "@/components/figures/figures";
import type { Period } from "@/components/figures/period";
import { useFigures } from "@/components/figures/use-figures";
import { useDesk } from "@/lib/api/desk";
import { type AnalyticsPanelProps, freshnessOf } from "./filters";

export function useMetrics({ range, comparison, partial }: Period) {
  const desk = useDesk();
  const now = useQuery({ ...metricsOf(desk, range), ...freshnessOf({ partial }) });
  const before = useQuery({
    ...metricsOf(desk, comparison?.range ?? range),
    ...ofClosedDays,
    enabled: comparison !== null,
  });
  const daily = comparison ? before.data?.daily : undefined;
  /** The first day with data in a comparison period that began before the shop. */
  const since = useMemo(
    () => firstDayOf((daily ?? []).map(({ date, ...figures }) => ({ day: date, figures }))),
    [daily],
  );
  return { now, before: comparison ? before : null, since };
}

export function FiguresPanel({ filters, period, onChange }: AnalyticsPanelProps) {
  const t = useTranslations("analytics.figures");
  const { now, before, since } = useMetrics(period);
  const figureOf = useFigures(now.data?.data);
  const compared = isCompared(before);
  return (
    <section aria-labelledby="figures" className="min-w-0 rounded-lg border border-line bg-surface">
      <h2 id="figures" className="sr-only">
        {t("title")}
      </h2>
      <FigureTiles now={now} before={before} className="rounded-lg md:grid-cols-3 xl:grid-cols-6">
        {figureNames.map((name) => (
          <FigureTile
            key={name}
            figure={figureOf(name)}
            help={name}
            before={compared && valueIn(name, before.data?.data)}
            whole={period.partial && period.range.start === period.range.end}
            covered={since === null}
            chosen={name === filters.figure}
            onChoose={() => onChange({ figure: name })}
          />
        ))}
      </FigureTiles>
    </section>
  );
}
