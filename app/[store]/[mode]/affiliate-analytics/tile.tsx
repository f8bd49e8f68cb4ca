"use client";

import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { ChangeMark } from "@/components/figures/figure-change";
import { Help } from "@/components/help/help";
import { useAddressWith } from "@/components/lists/page-address";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import { changeOf, type FigureName, type Figures, figureOf, isAverage, unitOf } from "./figures";

type Props = {
  name: FigureName;
  now: Figures | undefined;
  /** Null means that there is nothing to compare with, undefined that the figures are loading. */
  before: Figures | null | undefined;
  currency: string | undefined;
  /** True if `now` is an unfinished day and `before` a whole one. */
  whole: boolean;
  chosen: boolean;
  onChoose: () => void;
};

export function useShow(name: FigureName, currency: string | undefined): (value: number) => string {
  const { format, money, average } = useDesk();
  return (value) => {
    if (unitOf[name] === "money") return (isAverage(name) ? average : money)(value, currency);
    return unitOf[name] === "ratio" ? format.ratioInColumn(value) : format.number(value);
  };
}

export function Tile({ name, now, before, currency, whole, chosen, onChoose }: Props) {
  const t = useTranslations("performance.figures");
  const addressWith = useAddressWith();
  const { extensions } = useDesk();
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
        chosen && extensions.affiliate && "shadow-[inset_0_-2px_0_var(--accent)]",
      )}
    >
      <dt className="flex items-center justify-between gap-1 text-sm">
        {extensions.affiliate ? (
          <a
            href={addressWith("figure", name)}
            aria-current={chosen ? "true" : undefined}
            onClick={press}
            className={cn(
              "inline-flex min-h-6 items-center after:absolute after:inset-0",
              chosen ? "font-medium text-ink" : "text-muted",
            )}
          >
            {t(`names.${name}`)}
          </a>
        ) : (
          <span className="inline-flex min-h-6 items-center text-muted">{t(`names.${name}`)}</span>
        )}
        {(name === "conversion_rate" || name === "epc") && (
          <Help of={name === "epc" ? "epc" : "conversion"} label={t(`names.${name}`)} />
        )}
      </dt>
      <dd>
        <Value name={name} figures={now} currency={currency} />
      </dd>
      <dd className="min-h-9 text-sm">
        {before !== null && <Beside name={name} now={now} before={before} currency={currency} whole={whole} />}
      </dd>
    </div>
  );
}

function Value({
  name,
  figures,
  currency,
}: {
  name: FigureName;
  figures: Figures | undefined;
  currency?: string | undefined;
}) {
  const t = useTranslations("performance.figures");
  const show = useShow(name, currency);
  if (figures === undefined) return <Skeleton className="h-7.5 w-24" />;
  const value = figureOf(name, figures, currency);
  if (value !== undefined) {
    return <span className="text-xl font-semibold tracking-tight wrap-anywhere sm:text-2xl">{show(value)}</span>;
  }
  const why =
    figures.clicks === 0 && (name === "conversion_rate" || name === "epc")
      ? "noClicks"
      : figures.orders === 0 && figures.totals !== undefined
        ? "noOrders"
        : "notProvided";
  return <span className="flex min-h-7.5 items-end text-sm text-muted">{t(why)}</span>;
}

type BesideProps = Pick<Props, "name" | "now" | "currency" | "whole"> & { before: Figures | undefined };

/** An unfinished day is shown beside a whole one without a change, because the two cannot be compared. */
function Beside({ name, now, before, currency, whole }: BesideProps) {
  const t = useTranslations("figures");
  const show = useShow(name, currency);
  if (now === undefined || before === undefined) return <Skeleton className="w-20" />;
  const [value, earlier] = [figureOf(name, now, currency), figureOf(name, before, currency)];
  if (value === undefined) return null;
  if (earlier === undefined) return <span className="text-muted">{t("nothingBefore")}</span>;
  if (whole) return <span className="text-muted">{t("wholeDay", { value: show(earlier) })}</span>;
  const change = changeOf(name, value, earlier);
  return (
    <>
      {change !== null && (
        <ChangeMark change={change} ofRatio={unitOf[name] === "ratio"} lessIsBetter={name === "refund_rate"} />
      )}
      <span className="block text-muted">{t("was", { value: show(earlier) })}</span>
    </>
  );
}
