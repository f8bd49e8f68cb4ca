"use client";

import { ArrowDownRight, ArrowRight, ArrowUpRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
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
  /** Says why there is no value. */
  absent: string;
  note?: string;
  /** True if the days of a period add up to its figure. */
  isSum?: boolean;
  /** True for figures such as the refund rate, for which a decrease is good. */
  lessIsBetter?: boolean;
};

const ways = { up: ArrowUpRight, down: ArrowDownRight, same: ArrowRight };

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
