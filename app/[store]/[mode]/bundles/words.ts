"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Tone } from "@/components/ui/badge";
import { unknownStatus } from "@/components/unknown-status";
import { useDesk } from "@/lib/api/desk";
import { bundleStatuses, bundleTypes, pricingTypes } from "@/lib/contract/checkout/bundle-words";

type Pricing = { type?: string | undefined; value?: number | undefined };
type Look = { tone: Tone; hollow?: boolean };

const tones: Record<(typeof bundleStatuses)[number], Look> = {
  active: { tone: "success" },
  draft: { tone: "warning", hollow: true },
  archived: { tone: "neutral", hollow: true },
};

export const isOneOf = <T extends string>(known: readonly T[], word: string | undefined): word is T =>
  known.includes(word as T);

/** An unknown status is shown in readable words, any other unknown word as the API sends it. */
export function useBundleWords() {
  const t = useTranslations("bundles");
  const { format } = useDesk();
  return useMemo(
    () => ({
      type: (type: string): string => (isOneOf(bundleTypes, type) ? t(`types.${type}`) : type),
      status: (status: string): Look & { label: string } =>
        isOneOf(bundleStatuses, status) ? { label: t(`statuses.${status}`), ...tones[status] } : unknownStatus(status),
      pricingType: (type: string): string => (isOneOf(pricingTypes, type) ? t(`pricings.${type}`) : type),
      pricing: ({ type, value }: Pricing = {}): string | null => {
        if (value === undefined || Number.isNaN(value)) return type ?? null;
        if (type === "percentage_off") return t("priced.off", { value: format.percent(value) });
        if (type === "amount_off") return t("priced.off", { value: format.money(value) });
        if (type === "fixed_price") return t("priced.for", { value: format.money(value) });
        return t("priced.other", { type: type ?? "", value: format.number(value) });
      },
    }),
    [t, format],
  );
}
