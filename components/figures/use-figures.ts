"use client";

import { useTranslations } from "next-intl";
import { useDesk } from "@/lib/api/desk";
import type { Metrics } from "@/lib/contract/checkout/analytics";
import type { Figure } from "./figure-change";
import { type FigureName, isSum, unitOf, valueIn, whyAbsent } from "./figures";
import { useUnits } from "./use-units";

/** Returns the figures of the checkout service as tiles and charts show them. */
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
