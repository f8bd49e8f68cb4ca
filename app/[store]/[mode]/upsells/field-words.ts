"use client";

import { useTranslations } from "next-intl";
import type { FieldWords } from "@/components/forms/conflict-dialog";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { useUpsellWords } from "./words";

export function useFieldWords(): FieldWords<UpsellDraft> {
  const t = useTranslations("upsells.form");
  const words = useUpsellWords();
  const say: { [F in keyof UpsellDraft]: (value: UpsellDraft[F]) => string | null } = {
    name: (name) => name,
    product_id: (id) => id,
    trigger_products: (ids) => ids.join(", "),
    discount: ({ type, value }) => words.discount(Number.isFinite(value) ? { type, value } : { type }),
    placement: words.placement,
    status: (status) => words.status(status).label,
  };
  return {
    label: (field) => (field === "discount" ? t("discount") : t(`labels.${field}`)),
    value: (field, value) => (say[field] as (value: unknown) => string | null)(value) || t("nothing"),
  };
}
