"use client";

import { useTranslations } from "next-intl";
import { useCallback, useMemo } from "react";
import { LineChart } from "@/components/charts/line-chart";
import { RowsDisclosure } from "@/components/figures/rows-disclosure";
import { useDesk } from "@/lib/api/desk";
import { promisedPower } from "@/lib/plan-size";
import type { ExperimentForm } from "./form-model";
import { PlanFacts, useBaseline } from "./plan-facts";
import { mostDays, numbersOf, planIn } from "./plan-numbers";

const mostPoints = 40;

/** Days to be drawn: at least four weeks, and some after the planned end. */
function daysUntil(planned: number): number[] {
  const last = Math.max(28, Math.ceil(planned * 1.5));
  const step = Math.ceil(last / mostPoints);
  return Array.from({ length: Math.floor(last / step) }, (_, at) => (at + 1) * step);
}

export default function PowerChart({ values }: { values: ExperimentForm }) {
  const t = useTranslations("experimentEditor");
  const { format } = useDesk();
  const known = useBaseline().data;
  const numbers = useMemo(() => known && numbersOf(planIn(values), known), [values, known]);
  const days = numbers?.days ?? null;
  const effect = format.percent(values.plan.effect);
  const drawn = days !== null && days <= 4 * mostDays ? days : null;
  const places = useMemo(() => (drawn === null ? [] : daysUntil(drawn)), [drawn]);
  const label = useCallback((at: number) => t("dayName", { day: places[at] ?? 0 }), [t, places]);
  const shortLabel = useCallback((at: number) => format.number(places[at] ?? 0), [format, places]);
  const powers = useMemo(
    () => (numbers && drawn !== null ? places.map((day) => numbers.powerAt(day)) : null),
    [numbers, drawn, places],
  );
  const series = useMemo(
    () => [{ id: "power", label: t("chart.series", { effect }), values: powers ?? [] }],
    [powers, effect, t],
  );
  const enough = days === null ? -1 : places.findIndex((day) => day >= days);
  const marks = useMemo(
    () =>
      enough < 0 ? [] : [{ at: enough, sign: "✓", text: t("chart.enough", { power: format.ratio(promisedPower) }) }],
    [enough, format, t],
  );
  const rows = places.map((day, at) => ({ day, power: powers?.[at] ?? null }));
  return (
    <div className="grid gap-5">
      <PlanFacts values={values} />
      {powers && (
        <div className="grid gap-2">
          <LineChart
            title={t("chart.title")}
            description={t("chart.about", { effect })}
            label={label}
            shortLabel={shortLabel}
            series={series}
            places={places}
            reach={[0, 1]}
            show={format.ratio}
            tick={format.ratio}
            marks={marks}
          />
          <RowsDisclosure
            summary={t("chart.table")}
            caption={t("chart.title")}
            rows={rows}
            rowKey={({ day }) => String(day)}
            columns={[
              { id: "day", label: t("chart.day"), cell: ({ day }) => t("dayName", { day }) },
              {
                id: "chance",
                label: t("chart.chance"),
                align: "end",
                cell: ({ power }) => (power === null ? t("unknown") : format.ratio(power)),
              },
            ]}
          />
        </div>
      )}
    </div>
  );
}
