"use client";

import { useTranslations } from "next-intl";
import type { FieldWords } from "@/components/forms/conflict-dialog";
import type { BundleForm } from "@/lib/contract/checkout/bundle-draft";
import { useBundleWords } from "./words";

export function useFieldWords(): FieldWords<BundleForm> {
  const t = useTranslations("bundles.form");
  const words = useBundleWords();
  const say: { [F in keyof BundleForm]: (value: BundleForm[F]) => string | null } = {
    name: (name) => name,
    type: words.type,
    status: (status) => words.status(status).label,
    pricing: words.pricing,
    products: (products) => products.map(({ product_id, quantity }) => `${quantity} × ${product_id}`).join(", "),
  };
  return {
    label: (field) => t(field),
    value: (field, value) => (say[field] as (value: unknown) => string | null)(value) || t("nothing"),
  };
}
