"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { FigureBeside, FigureValue } from "@/components/figures/figure-change";
import { metricsOf, ofClosedDays } from "@/components/figures/figure-reads";
import { type FigureName, figureNames, firstDayOf } from "@/components/figures/figures";
import type { Period } from "@/components/figures/period";
import { Help } from "@/components/help/help";
import { useAddressWith } from "@/components/lists/page-address";
import { QueryError } from "@/components/query-error";
import { cn } from "@/components/ui/cn";
import { useDesk } from "@/lib/api/desk";
import type { Metrics } from "@/lib/contract/checkout/analytics";
import type { PanelProps } from "./filters";

export const patience = ({ partial }: { partial: boolean }) => (partial ? {} : ofClosedDays);

export function useMetrics({ range, comparison, partial }: Period) {
  const desk = useDesk();
  const now = useQuery({ ...metricsOf(desk, range), ...patience({ partial }) });
  const before = useQuery({
    ...metricsOf(desk, comparison?.range ?? range),
    ...ofClosedDays,
    enabled: comparison !== null,
  });
  const days = comparison ? (before.data?.daily ?? []) : [];
  /** The first day with data in a comparison period that began before the shop. */
  const since = firstDayOf(days.map(({ date, ...figures }) => ({ day: date, figures })));
  return { now, before: comparison ? before : null, since };
}

export function FiguresPanel({ filters, period, onChange }: PanelProps) {
  const t = useTranslations("analytics.figures");
  const { now, before, since } = useMetrics(period);
  const single = period.range.start === period.range.end;
  const stale = now.isPlaceholderData || before?.isPlaceholderData;
  return (
    <section aria-labelledby="figures" className="min-w-0 rounded-lg border border-line bg-surface">
      <h2 id="figures" className="sr-only">
        {t("title")}
      </h2>
      {now.error && !now.data ? (
        <QueryError error={now.error} onRetry={() => now.refetch()} retrying={now.isFetching} />
      ) : (
        <dl
          aria-busy={stale || undefined}
          className={cn(
            // The gaps show the background as lines, for any number of columns.
            "grid grid-cols-2 gap-px overflow-hidden rounded-lg bg-line md:grid-cols-3 xl:grid-cols-6",
            stale && "[&>div]:text-muted",
          )}
        >
          {figureNames.map((name) => (
            <Tile
              key={name}
              name={name}
              now={now.data?.data}
              before={before && (before.data?.data ?? (before.error ? null : undefined))}
              whole={single && period.partial}
              covered={since === null}
              chosen={name === filters.figure}
              onChoose={() => onChange({ figure: name })}
            />
          ))}
        </dl>
      )}
      {now.data && before?.error && !before.data && (
        <p className="border-t border-line px-4 py-2 text-sm text-muted">
          {t("besideFailed", { reason: before.error.message })}
        </p>
      )}
    </section>
  );
}

type TileProps = {
  name: FigureName;
  now: Metrics | undefined;
  /** Null means that there is nothing to compare with, undefined that the figures are loading. */
  before: Metrics | null | undefined;
  /** True if `now` is an unfinished day and `before` a whole one. */
  whole: boolean;
  /** False if the shop is younger than the comparison period. */
  covered: boolean;
  chosen: boolean;
  onChoose: () => void;
};

function Tile({ name, now, before, whole, covered, chosen, onChoose }: TileProps) {
  const names = useTranslations("figures.names");
  const addressWith = useAddressWith();
  // A link can be opened in a new tab; a plain click changes the chart on this page.
  const press = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onChoose();
  };
  return (
    <div
      className={cn(
        "relative row-span-3 grid min-w-0 grid-rows-subgrid gap-y-1.5 bg-surface px-4 py-3 has-[a:hover]:bg-hover",
        chosen && "shadow-[inset_0_-2px_0_var(--accent)]",
      )}
    >
      <dt className="flex items-center justify-between gap-1 text-sm">
        <a
          href={addressWith("figure", name)}
          aria-current={chosen ? "true" : undefined}
          onClick={press}
          className={cn(
            "inline-flex min-h-6 items-center after:absolute after:inset-0",
            chosen ? "font-medium text-ink" : "text-muted",
          )}
        >
          {names(name)}
        </a>
        <Help of={name} label={names(name)} />
      </dt>
      <dd className="flex flex-wrap content-start items-baseline gap-x-1.5">
        <FigureValue name={name} metrics={now} />
      </dd>
      <dd className="min-h-9 text-sm">
        {before !== null && <FigureBeside name={name} now={now} before={before} whole={whole} covered={covered} />}
      </dd>
    </div>
  );
}
