"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { metricsOf, ofClosedDays, totalsOf } from "@/components/figures/figure-reads";
import { type Figure, FigureBeside, FigureTiles, FigureValue } from "@/components/figures/figure-tiles";
import { type FigureDays, type FigureName, figureNames, pointsOf, valueIn } from "@/components/figures/figures";
import { DaysSoFar, useDays } from "@/components/figures/use-days";
import { useFigures } from "@/components/figures/use-figures";
import type { Concept } from "@/components/help/concepts";
import { Help } from "@/components/help/help";
import { IntentLink, TextLink } from "@/components/ui/intent-link";
import { Sparkline } from "@/components/ui/sparkline";
import { useDesk } from "@/lib/api/desk";
import type { Metrics } from "@/lib/contract/checkout/analytics";
import { daysOf, previousOf, rangeOf } from "@/lib/ranges";
import { daysShown, freshnessOf, type OverviewRange } from "./reads";

export type ShownPeriod = { range: OverviewRange; today: string };

type Shown = {
  now: Metrics | undefined;
  before: Metrics | undefined;
  days: readonly string[];
  history: FigureDays;
};

export function FiguresPanel({ range, today }: ShownPeriod) {
  const t = useTranslations("overview.figures");
  const figures = useTranslations("figures");
  const desk = useDesk();
  const { base, format } = desk;
  const period = rangeOf(range, today);
  const earlier = previousOf(period).range;
  const freshness = freshnessOf(range);
  const now = useQuery({ ...metricsOf(desk, period), ...freshness });
  const before = useQuery({ ...totalsOf(desk, earlier), ...ofClosedDays });
  const history = useDays(daysShown(range, today), { freshness });
  const [days, against] = [format.days(period.start, period.end), format.days(earlier.start, earlier.end)];
  const shown = {
    now: now.data?.data,
    before: before.data?.data,
    history: history.data ?? { data: [] },
    days: daysOf(daysShown(range, today)),
  };
  return (
    <section aria-labelledby="figures" className="min-w-0 rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-4 py-3">
        <h2 id="figures" className="font-semibold">
          {t("title")}
        </h2>
        <p className="text-sm text-muted">
          {t("both", {
            days: range === "today" ? t("today", { day: days }) : days,
            against: range === "today" ? t("todayAgainst", { day: against }) : t("against", { days: against }),
          })}
        </p>
        {range !== "today" && (
          <p className="text-sm text-muted">
            {figures.rich("withoutToday", {
              today: (words) => <TextLink href={`${base}?range=today`}>{words}</TextLink>,
            })}
          </p>
        )}
      </header>
      <FigureTiles now={now} className="rounded-b-lg md:grid-cols-3 xl:grid-cols-6">
        {figureNames.map((name) => (
          <CheckoutTile key={name} name={name} range={range} {...shown} />
        ))}
      </FigureTiles>
      {now.data && <DaysSoFar lines={[history.data]} className="border-t border-line px-4 py-2 text-sm text-muted" />}
    </section>
  );
}

function CheckoutTile({ name, range, now, before, days, history }: Shown & { name: FigureName; range: OverviewRange }) {
  const { base } = useDesk();
  const points = pointsOf(name, days, history);
  return (
    <Tile
      figure={useFigures(now)(name)}
      help={name}
      href={`${base}/analytics?figure=${name}&range=${range}`}
      before={valueIn(name, before)}
      whole={range === "today"}
      days={days}
      line={points.map(({ value }) => value)}
      known={points.flatMap(({ value, step }) => (value === null || step ? [] : [value]))}
    />
  );
}

type TileProps = {
  figure: Figure;
  help: Concept | undefined;
  href: string;
  /** False means that there is nothing to compare with. */
  before: Figure["value"] | false;
  whole: boolean;
  days: readonly string[];
  line: readonly (number | null)[];
  /** The values of single days. */
  known: readonly number[];
};

export function Tile({ figure, help, href, before, whole, days, line, known }: TileProps) {
  const t = useTranslations("overview.figures");
  const { format } = useDesk();
  const { label, show } = figure;
  const [first = "", last = ""] = [days[0], days.at(-1)];
  return (
    <div className="row-span-4 grid min-w-0 grid-rows-subgrid gap-y-2 bg-surface px-4 py-3">
      <dt className="flex items-center justify-between gap-1 text-sm">
        <IntentLink
          href={href}
          className="inline-flex min-h-6 items-center text-muted underline-offset-3 hover:text-ink hover:underline"
        >
          {label}
        </IntentLink>
        {help && <Help of={help} label={label} />}
      </dt>
      <dd className="flex flex-wrap content-start items-baseline gap-x-1.5">
        <FigureValue {...figure} />
      </dd>
      <dd className="min-h-9 text-sm">
        {before !== false && <FigureBeside figure={figure} before={before} whole={whole} />}
      </dd>
      {days.length > 1 && (
        <dd>
          <Sparkline
            values={line}
            label={
              known.length === 0
                ? t("noLine", { label })
                : t("line", {
                    label,
                    days: format.days(first, last),
                    low: show(Math.min(...known)),
                    high: show(Math.max(...known)),
                    last: show(known.at(-1) as number),
                  })
            }
            className="h-9"
          />
        </dd>
      )}
    </div>
  );
}
