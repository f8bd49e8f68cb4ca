"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Tone } from "@/components/ui/badge";
import { unknownStatus } from "@/components/unknown-status";
import { useDesk } from "@/lib/api/desk";
import { discountTypes, upsellPlacements, upsellStatuses } from "@/lib/contract/checkout/upsell-words";
import type { OwnFinding } from "./doctor/doctor";

type Discount = { type?: string | undefined; value?: number | undefined };

const tones: Record<(typeof upsellStatuses)[number], { tone: Tone; hollow?: boolean }> = {
  active: { tone: "success" },
  inactive: { tone: "neutral", hollow: true },
  draft: { tone: "warning", hollow: true },
};

const isOneOf = <T extends string>(known: readonly T[], word: string): word is T => known.includes(word as T);

/** An unknown status is shown in readable words, any other unknown word as the API sends it. */
export function useUpsellWords() {
  const t = useTranslations("upsells");
  const { format } = useDesk();
  return useMemo(
    () => ({
      status: (status: string): { label: string; tone: Tone; hollow?: boolean } =>
        isOneOf(upsellStatuses, status) ? { label: t(`statuses.${status}`), ...tones[status] } : unknownStatus(status),
      placement: (placement: string): string =>
        isOneOf(upsellPlacements, placement) ? t(`placements.${placement}`) : placement,
      discount: ({ type, value }: Discount = {}): string | null => {
        if (value === undefined) return type ?? null;
        if (type === "percentage") return t("percentOff", { value: format.percent(value) });
        if (type === "fixed_amount") return t("amountOff", { value: format.money(value) });
        return t("otherOff", { type: type ?? "", value: format.number(value) });
      },
      /** A list has room for a few words only. */
      short: (finding: OwnFinding): string | null => {
        // The status column says so already, and other problems matter only once the offer is switched on.
        if (finding.code === "not_active") return null;
        if (finding.code === "status_unknown") return t("short.status_unknown", { status: finding.status });
        if (finding.code === "own_trigger") return t(finding.only ? "short.own_trigger_only" : "short.own_trigger");
        return t(finding.code === "no_trigger" ? "short.no_trigger" : "short.discount_out_of_range");
      },
      discountType: (type: string): string => (isOneOf(discountTypes, type) ? t(`discounts.${type}`) : type),
    }),
    [t, format],
  );
}
