"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { ArrowDownRight, ArrowRight, ArrowUpRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Concept } from "@/components/help/concepts";
import { Help } from "@/components/help/help";
import { useAddressWith } from "@/components/lists/list-address";
import { QueryError } from "@/components/query-error";
import { cn } from "@/components/ui/cn";
import { onPlainClick } from "@/components/ui/intent-link";
import { Skeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import { changeBetween, type Unit } from "./figures";

export type Figure = {
  name: string;
  label: string;
  unit: Unit;
  show: (value: number) => string;
  /** Shows a value on the axis of a chart. It keeps its identity, because the chart would be drawn again. */
  tick: (value: number) => string;
  /** Null means that there is no value, undefined that it is loading. */
  value: number | null | undefined;
  absent: string;
  note?: string;
  /** True if the days of a period add up to its figure. */
  isSum?: boolean;
  /** True for figures such as the refund rate, for which a decrease is good. */
  lessIsBetter?: boolean;
};

const ways = { up: ArrowUpRight, down: ArrowDownRight, same: ArrowRight };

/** False if there is no period to compare with, or if it could not be read. */
export const isCompared = <T,>(before: UseQueryResult<T> | null): before is UseQueryResult<T> =>
  before !== null && !(before.error && before.data === undefined);

type ChangeProps = { of: Pick<Figure, "unit" | "lessIsBetter">; now: number | null; before: number | null };

export function FigureChange({ of: { unit, lessIsBetter }, now, before }: ChangeProps) {
  const change = changeBetween(now ?? undefined, before ?? undefined, unit);
  return change === null ? null : <ChangeMark change={change} ofRatio={unit === "ratio"} lessIsBetter={lessIsBetter} />;
}

type MarkProps = {
  change: number;
  ofRatio: boolean;
  lessIsBetter?: boolean;
};

export function ChangeMark({ change, ofRatio, lessIsBetter = false }: MarkProps) {
  const t = useTranslations("figures");
  const { format } = useDesk();
  const words = ofRatio ? t("points", { points: format.points(change) }) : format.changeInColumn(change);
  // The direction follows the rounded text: a change that rounds to zero is no rise.
  const way = /[1-9]/.test(words) ? (change > 0 ? "up" : "down") : "same";
  const Icon = ways[way];
  const isGood = (way === "up") !== lessIsBetter;
  const tone = way === "same" ? "text-muted" : isGood ? "text-success" : "text-danger";
  return (
    <span className={cn("inline-flex items-center gap-1 align-bottom font-medium whitespace-nowrap", tone)}>
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="sr-only">{t(way)}</span>
      {words}
    </span>
  );
}

export function FigureValue({ value, absent, show, note }: Figure) {
  if (value === undefined) return <Skeleton className="h-7.5 w-24" />;
  return (
    <>
      {value === null ? (
        <span className="flex min-h-7.5 items-end text-sm text-muted">{absent}</span>
      ) : (
        <span className="text-xl font-semibold tracking-tight wrap-anywhere sm:text-2xl">{show(value)}</span>
      )}
      {note && <span className="text-sm whitespace-nowrap text-muted">{note}</span>}
    </>
  );
}

type BesideProps = {
  figure: Figure;
  before: Figure["value"];
  whole: boolean;
  /** False if `before` has data for a part of its period only, so that its sums cannot be compared. */
  covered?: boolean;
};

/** An unfinished day is shown beside a `whole` one without a change, because the two cannot be compared. */
export function FigureBeside({ figure, before, whole, covered = true }: BesideProps) {
  const t = useTranslations("figures");
  const { value, show } = figure;
  if (value === undefined || before === undefined) return <Skeleton className="w-20" />;
  if (value === null) return null;
  if (before === null) return <span className="text-muted">{t("nothingBefore")}</span>;
  if (whole) return <span className="text-muted">{t("wholeDay", { value: show(before) })}</span>;
  return (
    <>
      {covered || !figure.isSum ? (
        <FigureChange of={figure} now={value} before={before} />
      ) : (
        <span className="text-muted">{t("notCovered")}</span>
      )}
      <span className="block text-muted">{t("was", { value: show(before) })}</span>
    </>
  );
}

type TilesProps = {
  now: UseQueryResult;
  before?: UseQueryResult | null;
  className: string;
  children: ReactNode;
  foot?: ReactNode;
};

export function FigureTiles({ now, before = null, className, children, foot }: TilesProps) {
  const t = useTranslations("figures");
  const stale = now.isPlaceholderData || before?.isPlaceholderData;
  return (
    <>
      {now.error && !now.data ? (
        <QueryError error={now.error} onRetry={() => now.refetch()} retrying={now.isFetching} />
      ) : (
        <dl
          aria-busy={stale || undefined}
          // The gaps show the background as lines, for any number of columns.
          className={cn("grid grid-cols-2 gap-px overflow-hidden bg-line", className, stale && "[&>div]:text-muted")}
        >
          {children}
        </dl>
      )}
      {foot}
      {now.data !== undefined && before?.error && !before.data && (
        <p className="border-t border-line px-4 py-2 text-sm text-muted">
          {t("besideFailed", { reason: before.error.message })}
        </p>
      )}
    </>
  );
}

type TileProps = {
  figure: Figure;
  help?: Concept;
  /** False means that there is nothing to compare with. */
  before: Figure["value"] | false;
  /** True if `figure` is of an unfinished day and `before` of a whole one. */
  whole: boolean;
  covered?: boolean;
  chosen: boolean;
  /** Without it, there is no chart that could show the figure. */
  onChoose: (() => void) | null;
};

export function FigureTile({ figure, help, before, whole, covered, chosen, onChoose }: TileProps) {
  const addressWith = useAddressWith();
  return (
    <div
      className={cn(
        "relative row-span-3 grid min-w-0 grid-rows-subgrid gap-y-1.5 bg-surface px-4 py-3 has-[a:hover]:bg-hover",
        chosen && onChoose && "shadow-[inset_0_-2px_0_var(--color-accent)]",
      )}
    >
      <dt className="flex items-center justify-between gap-1 text-sm">
        {onChoose ? (
          <a
            href={addressWith("figure", figure.name)}
            aria-current={chosen ? "true" : undefined}
            onClick={onPlainClick(onChoose)}
            className={cn(
              "inline-flex min-h-6 items-center after:absolute after:inset-0",
              chosen ? "font-medium text-ink" : "text-muted",
            )}
          >
            {figure.label}
          </a>
        ) : (
          <span className="inline-flex min-h-6 items-center text-muted">{figure.label}</span>
        )}
        {help && <Help of={help} label={figure.label} />}
      </dt>
      <dd className="flex flex-wrap content-start items-baseline gap-x-1.5">
        <FigureValue {...figure} />
      </dd>
      <dd className="min-h-9 text-sm">
        {before !== false && <FigureBeside figure={figure} before={before} whole={whole} covered={covered} />}
      </dd>
    </div>
  );
}
