"use client";

import { useTranslations } from "next-intl";
import type { FieldWords } from "@/components/forms/conflict-dialog";
import { useDesk } from "@/lib/api/desk";
import type { AffiliateForm } from "./to-form";

export function useFieldWords(currency: string): FieldWords<AffiliateForm> {
  const t = useTranslations("affiliates.form");
  const { format, money } = useDesk();
  return {
    label: (field) => t(`labels.${field}`),
    value: (field, value) => {
      if (typeof value === "number") {
        if (Number.isNaN(value)) return t("nothing");
        return field === "minimum_payout" ? money(value, currency) : format.number(value);
      }
      return (Array.isArray(value) ? value.join(", ") : String(value ?? "")) || t("nothing");
    },
  };
}
