"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { FieldWords } from "@/components/forms/conflict-dialog";
import { type Looks, lookOf } from "@/components/unknown-status";
import { useDesk } from "@/lib/api/desk";
import type { BundleForm } from "@/lib/contract/checkout/bundle-draft";
import { type bundleStatuses, bundleTypes, pricingTypes } from "@/lib/contract/checkout/bundle-words";
import { isOneOf } from "@/lib/word-format";

type Pricing = { type?: string | undefined; value?: number | undefined };

const looks: Looks<(typeof bundleStatuses)[number]> = {
  active: { tone: "success" },
  draft: { tone: "warning", hollow: true },
  archived: { tone: "neutral", hollow: true },
};

/** An unknown status is shown in readable words, any other unknown word as the API sends it. */
export function useBundleWords() {
  const t = useTranslations("bundleWords");
  const { format } = useDesk();
  return useMemo(
    () => ({
      type: (type: string): string => (isOneOf(bundleTypes, type) ? t(`types.${type}`) : type),
      status: (status: string) => lookOf(looks, status, (known) => t(`statuses.${known}`)),
      pricingType: (type: string): string => (isOneOf(pricingTypes, type) ? t(`pricings.${type}`) : type),
      pricingTypes: pricingTypes.map((value) => ({ value, label: t(`pricings.${value}`) })),
      pricing: ({ type, value }: Pricing = {}): string | null => {
        if (value === undefined || Number.isNaN(value)) return type ?? null;
        if (type === "percentage_off") return t("priced.off", { value: format.percent(value) });
        if (type === "amount_off") return t("priced.amountOff", { value: format.money(value) });
        if (type === "fixed_price") return t("priced.for", { value: format.money(value) });
        return t("priced.other", { type: type ?? "", value: format.number(value) });
      },
    }),
    [t, format],
  );
}

export function useFieldWords(): FieldWords<BundleForm> {
  const t = useTranslations("bundles.form");
  const words = useBundleWords();
  const wordsFor: { [F in keyof BundleForm]: (value: BundleForm[F]) => string | null } = {
    name: (name) => name,
    type: words.type,
    status: (status) => words.status(status).label,
    pricing: words.pricing,
    products: (products) => products.map(({ product_id, quantity }) => `${quantity} × ${product_id}`).join(", "),
  };
  return {
    label: (field) => t(field),
    value: (field, value) => (wordsFor[field] as (value: unknown) => string | null)(value) || t("nothing"),
  };
}
