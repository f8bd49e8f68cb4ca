"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { ofClosedDays } from "@/components/figures/figure-reads";
import type { Figure } from "@/components/figures/figure-tiles";
import type { Period } from "@/components/figures/period";
import { useUnits } from "@/components/figures/use-figures";
import { useDesk } from "@/lib/api/desk";
import { majorOf } from "@/lib/money";
import { type AffiliateFigure, currenciesOf, figureLooks, isAverage, type SummaryFigures, valueIn } from "./figures";
import { summaryOf } from "./filters";

export function useFigures(
  figures: SummaryFigures | undefined,
  currency: string | undefined,
): (name: AffiliateFigure) => Figure {
  const t = useTranslations("affiliateAnalytics.figures");
  const reasons = useTranslations("figures");
  const { format, money, average, moneyUnit } = useDesk();
  const { ratio, count } = useUnits(currency);
  const amounts = useMemo(() => {
    const amount = (show: typeof money) => ({
      show: (value: number) => show(value, currency),
      // Averages below a few units need decimals.
      tick: (value: number) => {
        const major = Number(majorOf(value, currency, moneyUnit) ?? value);
        return major !== 0 && Math.abs(major) < 10 ? show(value, currency) : format.shortMoney(major, currency);
      },
    });
    return { total: amount(money), average: amount(average) };
  }, [format, money, average, moneyUnit, currency]);
  const units = { ratio, count, money: amounts.total };
  const absent = (name: AffiliateFigure) => {
    if (figures?.clicks === 0 && figureLooks[name].per === "clicks") return t("noClicks");
    return reasons(figures?.orders === 0 && figures.totals !== undefined ? "noOrders" : "notProvided");
  };
  return (name) => ({
    name,
    label: t(`names.${name}`),
    unit: figureLooks[name].unit,
    lessIsBetter: name === "refund_rate",
    ...(isAverage(figureLooks[name]) ? amounts.average : units[figureLooks[name].unit]),
    value: valueIn(name, figures, currency),
    absent: absent(name),
  });
}

export type Summary = ReturnType<typeof useSummary>;

export function useSummary({ range, comparison, partial }: Period, wanted: string | null) {
  const desk = useDesk();
  const enabled = desk.can("affiliate", "analytics", "summary");
  const compared = comparison !== null && desk.has("affiliate", "analytics", "summary", "start_date");
  // Orders of past days may still be refunded, so the figures of closed days are fetched again like any others.
  const { placeholderData } = ofClosedDays;
  const now = useQuery({ ...summaryOf(desk, range), placeholderData, enabled });
  const before = useQuery({
    ...summaryOf(desk, comparison?.range ?? range),
    placeholderData,
    enabled: enabled && compared,
  });
  const currencies = now.data ? currenciesOf(now.data.data) : [];
  const currency = wanted !== null && currencies.includes(wanted) ? wanted : currencies[0];
  return { now, before: compared ? before : null, currencies, currency, whole: partial && range.start === range.end };
}
