"use client";

import { useTranslations } from "next-intl";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import type { Field } from "./merge-edits";
import { useUpsellWords } from "./words";

/** Fields and what is in them, in words, where they stand side by side. */
export function useFieldWords() {
  const t = useTranslations("upsells.form");
  const words = useUpsellWords();
  return {
    label: (field: Field): string => (field === "discount" ? t("discount") : t(`labels.${field}`)),
    value: (field: Field, value: UpsellDraft[Field]): string => {
      if (field === "discount") {
        const discount = value as UpsellDraft["discount"];
        return words.discount(Number.isFinite(discount.value) ? discount : { type: discount.type }) ?? t("nothing");
      }
      if (Array.isArray(value)) return value.length === 0 ? t("nothing") : value.join(", ");
      if (value === "" || typeof value !== "string") return t("nothing");
      if (field === "placement") return words.placement(value);
      return field === "status" ? words.status(value).label : value;
    },
  };
}
