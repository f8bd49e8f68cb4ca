"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { LineChart } from "@/components/charts/line-chart";
import { RowsDisclosure } from "@/components/figures/rows-disclosure";
import { useDesk } from "@/lib/api/desk";
import { promisedPower } from "@/lib/experiment-sample-size";
import type { ExperimentForm } from "./form-model";
import { PlanFacts, useBaseline } from "./plan-facts";
import { numbersOf, planIn, year } from "./plan-numbers";

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
  const known = useBaseline(values).data;
  const effect = format.percent(values.plan.effect);
  const drawn = useMemo(() => {
    const numbers = known && numbersOf(planIn(values), known);
    if (!numbers?.days || numbers.days > year) return null;
    const enough = numbers.days;
    const rows = daysUntil(enough).map((day) => ({ day, power: numbers.powerAt(day) }));
    const at = rows.findIndex(({ day }) => day >= enough);
    return {
      rows,
      chart: {
        places: rows.map(({ day }) => day),
        label: (at: number) => t("dayName", { day: rows[at]?.day ?? 0 }),
        shortLabel: (at: number) => format.number(rows[at]?.day ?? 0),
        series: [{ id: "power", label: t("chart.series", { effect }), values: rows.map(({ power }) => power) }],
        marks: [{ at, sign: "✓", text: t("chart.enough", { power: format.ratio(promisedPower) }) }],
      },
    };
  }, [known, values, effect, format, t]);
  return (
    <div className="grid gap-5">
      <PlanFacts values={values} />
      {drawn && (
        <div className="grid gap-2">
          <LineChart
            title={t("chart.title")}
            description={() => t("chart.about", { effect })}
            {...drawn.chart}
            reach={[0, 1]}
            show={format.ratio}
            tick={format.ratio}
          />
          <RowsDisclosure
            summary={t("chart.table")}
            caption={t("chart.title")}
            rows={drawn.rows}
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
