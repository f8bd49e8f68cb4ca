"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type Figure, FigureTile, FigureTiles, isCompared } from "@/components/figures/figure-tiles";
import { firstDayOf, type Unit } from "@/components/figures/figures";
import { useUnits } from "@/components/figures/use-figures";
import { useDesk } from "@/lib/api/desk";
import type { OfferResults } from "@/lib/contract/checkout/analytics";
import { figureNames, type ResultsFigure, type ResultsPanelProps } from "./filters";

export type ReadProps = ResultsPanelProps & {
  now: UseQueryResult<OfferResults>;
  before: UseQueryResult<OfferResults> | null;
};

const units: Record<ResultsFigure, Unit> = {
  shown: "count",
  accepted: "count",
  declined: "count",
  acceptance_rate: "ratio",
  revenue: "money",
};

export const figureIn = (name: ResultsFigure, sums: Partial<OfferResults["data"]>): number | null => sums[name] ?? null;

export function useResultFigure(results: OfferResults | undefined): (name: ResultsFigure) => Figure {
  const t = useTranslations("offerResults");
  const { format } = useDesk();
  const looks = useUnits(results?.currency);
  return (name) => ({
    name,
    label: t(`figures.${name}`),
    unit: units[name],
    ...looks[units[name]],
    ...(name === "revenue" && { show: (value: number) => format.roughMoney(value, results?.currency) }),
    isSum: name !== "acceptance_rate",
    lessIsBetter: name === "declined",
    value: results && figureIn(name, results.data),
    absent: t("notShown"),
  });
}

export function ResultsFigures({ filters, period, onChange, now, before }: ReadProps) {
  const t = useTranslations("offerResults");
  const { format } = useDesk();
  const figureOf = useResultFigure(now.data);
  const whole = period.partial && period.range.start === period.range.end;
  const compared = isCompared(before);
  const daily = before?.data?.daily ?? [];
  const covered = firstDayOf(daily.map(({ date, ...figures }) => ({ day: date, figures }))) === null;
  const { data, recorded } = now.data ?? {};
  const money = (value: number) => format.roughMoney(value, now.data?.currency);
  const isWhole = !data || !recorded || recorded.revenue >= data.revenue;
  const discount: Figure = {
    name: "discount",
    label: t("figures.discount"),
    unit: "money",
    show: money,
    tick: money,
    value: recorded && (recorded.since === null ? null : recorded.discount),
    absent: t("notRecorded"),
    ...(!isWhole && recorded.since !== null && { note: t("forRevenue", { revenue: money(recorded.revenue) }) }),
  };
  return (
    <section aria-labelledby="figures" className="min-w-0 rounded-lg border border-line bg-surface">
      <h2 id="figures" className="sr-only">
        {t("figuresTitle")}
      </h2>
      <FigureTiles now={now} before={before} className="rounded-lg md:grid-cols-3 xl:grid-cols-6">
        {figureNames.map((name) => (
          <FigureTile
            key={name}
            figure={figureOf(name)}
            {...(name === "acceptance_rate" && { help: "acceptance" as const })}
            before={compared && before.data ? figureIn(name, before.data.data) : compared && undefined}
            whole={whole}
            covered={covered}
            chosen={name === filters.figure}
            onChoose={() => onChange({ figure: name })}
          />
        ))}
        <FigureTile figure={discount} before={false} whole={whole} chosen={false} onChoose={null} />
      </FigureTiles>
    </section>
  );
}
