"use client";

import { ArrowDownRight, ArrowRight, ArrowUpRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDesk } from "@/lib/api/desk";
import { changeOf, type FigureName, unitOf } from "./figures";
import { cn } from "./ui/cn";

/** A figure in its unit. */
export function useShowFigure(name: FigureName, currency: string | undefined): (value: number) => string {
  const { format } = useDesk();
  return (value) => {
    if (unitOf[name] === "money") return format.roughMoney(value, currency);
    return unitOf[name] === "ratio" ? format.ratio(value) : format.number(value);
  };
}

const ways = {
  up: { Icon: ArrowUpRight, tone: "text-success" },
  down: { Icon: ArrowDownRight, tone: "text-danger" },
  same: { Icon: ArrowRight, tone: "text-muted" },
};

type Props = { name: FigureName; now: number | undefined; before: number | undefined };

/** By how much of itself a figure changed, or by how many points; nothing where there is nothing to compare with. */
export function FigureChange({ name, now, before }: Props) {
  const t = useTranslations("figures");
  const { format } = useDesk();
  const change = changeOf(name, now, before);
  if (change === null) return null;
  const words = unitOf[name] === "ratio" ? t("points", { points: format.points(change) }) : format.change(change);
  // As it reads: what rounds to nothing is no rise.
  const way = /[1-9]/.test(words) ? (change > 0 ? "up" : "down") : "same";
  const { Icon, tone } = ways[way];
  return (
    <span className={cn("inline-flex items-center gap-1 font-medium whitespace-nowrap", tone)}>
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="sr-only">{t(way)}</span>
      {words}
    </span>
  );
}
