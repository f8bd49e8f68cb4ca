"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useDesk } from "@/lib/api/desk";
import type { Metrics } from "@/lib/contract/checkout/analytics";
import type { Figure } from "./figure-tiles";
import { type FigureName, isSum, type Unit, unitOf, valueIn, whyAbsent } from "./figures";

export function useFigures(metrics: Metrics | undefined): (name: FigureName) => Figure {
  const t = useTranslations("figures");
  const { format } = useDesk();
  const units = useUnits(metrics?.currency);
  const orders = metrics?.total_orders;
  return (name) => ({
    name,
    label: t(`names.${name}`),
    unit: unitOf[name],
    ...units[unitOf[name]],
    ...(unitOf[name] === "money" && { show: (value: number) => format.roughMoney(value, metrics?.currency) }),
    isSum: isSum(name),
    value: valueIn(name, metrics),
    absent: metrics ? t(whyAbsent(name, metrics)) : "",
    note: name === "withUpsells" && orders !== undefined ? t("ofOrders", { count: orders }) : undefined,
  });
}

type Units = Record<Unit, { show: (value: number) => string; tick: (value: number) => string }>;

export function useUnits(currency: string | undefined): Units {
  const { format } = useDesk();
  return useMemo(
    () => ({
      money: {
        show: (value) => format.money(value, currency),
        tick: (value) => format.shortMoney(value, currency),
      },
      ratio: { show: format.ratioInColumn, tick: format.ratio },
      count: { show: format.number, tick: format.short },
    }),
    [format, currency],
  );
}
