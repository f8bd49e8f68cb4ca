"use client";

import { useTranslations } from "next-intl";
import { useCallback, useMemo } from "react";
import type { Unit } from "@/components/figures/figures";
import { useDesk } from "@/lib/api/desk";
import { humanize } from "@/lib/humanize";

const known = [
  ...(["upsell_name", "upsell_id", "bundle_name", "bundle_id", "bundle_type", "source", "step", "date"] as const),
  ...(["shown", "accepted", "declined", "acceptance_rate", "revenue", "purchases", "savings", "share"] as const),
  ...(["upsells", "bundles", "subscriptions", "other", "total", "total_revenue", "service_revenue"] as const),
  ...(["visits", "offers_shown", "offers_accepted", "orders_with_upsells", "orders", "orders_per_visit"] as const),
  ...(["fixed", "mix_match", "build_a_box"] as const),
] as const;
type Known = (typeof known)[number];
const isKnown = (name: string): name is Known => known.includes(name as Known);

/** Names of known columns, steps and sources are translated; those of another API are shown as they come. */
export function useWords(): (name: string) => string {
  const t = useTranslations("analytics.words");
  return useCallback((name) => (isKnown(name) ? t(name) : name.split(".").map(humanize).join(" › ")), [t]);
}

export function useUnits(currency: string | undefined) {
  const { format } = useDesk();
  return useMemo(() => {
    const show = (value: number, unit: Unit) =>
      unit === "money"
        ? format.money(value, currency)
        : unit === "ratio"
          ? format.ratioInColumn(value)
          : format.number(value);
    const tick = (unit: Unit) => (value: number) =>
      unit === "money"
        ? format.shortMoney(value, currency)
        : unit === "ratio"
          ? format.ratio(value)
          : format.short(value);
    return { show, tick };
  }, [format, currency]);
}
