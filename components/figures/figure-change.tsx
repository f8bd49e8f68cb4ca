"use client";

import { ArrowDownRight, ArrowRight, ArrowUpRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import type { Metrics } from "@/lib/contract/checkout/analytics";
import { changeOf, type FigureName, figureOf, isSum, unitOf, whyAbsent } from "./figures";

export function useShowFigure(name: FigureName, currency: string | undefined): (value: number) => string {
  const { format } = useDesk();
  return (value) => {
    if (unitOf[name] === "money") return format.roughMoney(value, currency);
    return unitOf[name] === "ratio" ? format.ratioInColumn(value) : format.number(value);
  };
}

const ways = { up: ArrowUpRight, down: ArrowDownRight, same: ArrowRight };

type Props = { name: FigureName; now: number | undefined; before: number | undefined };

export function FigureChange({ name, now, before }: Props) {
  const change = changeOf(name, now, before);
  return change === null ? null : <ChangeMark change={change} ofRatio={unitOf[name] === "ratio"} />;
}

type MarkProps = {
  change: number;
  ofRatio: boolean;
  /** True for figures such as the refund rate, for which a decrease is good. */
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

export function FigureValue({ name, metrics }: { name: FigureName; metrics: Metrics | undefined }) {
  const t = useTranslations("figures");
  const show = useShowFigure(name, metrics?.currency);
  if (metrics === undefined) return <Skeleton className="h-7.5 w-24" />;
  const value = figureOf(name, metrics);
  return (
    <>
      {value === undefined ? (
        <span className="flex min-h-7.5 items-end text-sm text-muted">{t(whyAbsent(name, metrics))}</span>
      ) : (
        <span className="text-xl font-semibold tracking-tight wrap-anywhere sm:text-2xl">{show(value)}</span>
      )}
      {name === "withUpsells" && metrics.total_orders !== undefined && (
        <span className="text-sm whitespace-nowrap text-muted">{t("ofOrders", { count: metrics.total_orders })}</span>
      )}
    </>
  );
}

type BesideProps = {
  name: FigureName;
  now: Metrics | undefined;
  before: Metrics | undefined;
  whole: boolean;
  /** False if `before` has data for a part of its period only, so that its sums cannot be compared. */
  covered?: boolean;
};

/** An unfinished day is shown beside a `whole` one without a change, because the two cannot be compared. */
export function FigureBeside({ name, now, before, whole, covered = true }: BesideProps) {
  const t = useTranslations("figures");
  const show = useShowFigure(name, now?.currency);
  if (now === undefined || before === undefined) return <Skeleton className="w-20" />;
  const [value, earlier] = [figureOf(name, now), figureOf(name, before)];
  if (value === undefined) return null;
  if (earlier === undefined) return <span className="text-muted">{t("nothingBefore")}</span>;
  if (whole) return <span className="text-muted">{t("wholeDay", { value: show(earlier) })}</span>;
  return (
    <>
      {covered || !isSum(name) ? (
        <FigureChange name={name} now={value} before={earlier} />
      ) : (
        <span className="text-muted">{t("notCovered")}</span>
      )}
      <span className="block text-muted">{t("was", { value: show(earlier) })}</span>
    </>
  );
}
