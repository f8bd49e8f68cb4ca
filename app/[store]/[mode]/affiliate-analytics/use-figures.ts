"use client";

import { useTranslations } from "next-intl";
import type { Figure } from "@/components/figures/figure-change";
import { useDesk } from "@/lib/api/desk";
import { type FigureName, type Figures, isAverage, unitOf, valueIn } from "./figures";

/** Returns the figures of the affiliate service as tiles and charts show them. */
export function useFigures(figures: Figures | undefined, currency: string | undefined): (name: FigureName) => Figure {
  const t = useTranslations("performance.figures");
  const reasons = useTranslations("figures");
  const { format, money, average } = useDesk();
  const amount = (name: FigureName) => (value: number) => (isAverage(name) ? average : money)(value, currency);
  const absent = (name: FigureName) => {
    if (figures?.clicks === 0 && (name === "conversion_rate" || name === "epc")) return t("noClicks");
    return reasons(figures?.orders === 0 && figures.totals !== undefined ? "noOrders" : "notProvided");
  };
  return (name) => ({
    name,
    label: t(`names.${name}`),
    unit: unitOf[name],
    lessIsBetter: name === "refund_rate",
    show: unitOf[name] === "money" ? amount(name) : unitOf[name] === "ratio" ? format.ratioInColumn : format.number,
    value: valueIn(name, figures, currency),
    absent: absent(name),
  });
}
