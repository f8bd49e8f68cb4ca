"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import { usePart } from "@/components/audience/use-part";
import { messageAt } from "@/components/forms/form-field";
import { ProductsField } from "@/components/products/product-field";
import { useProducts } from "@/components/products/use-products";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioCards } from "@/components/ui/radio-group";
import {
  bestSellerDays,
  leastOrdersTogether,
  recommendationKinds,
  togetherDays,
} from "@/lib/contract/checkout/recommendation-words";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";

type Props = { form: UseFormReturn<UpsellDraft>; values: UpsellDraft };

const choices = ["fixed", ...recommendationKinds] as const;
const counted = { least: leastOrdersTogether, togetherDays, bestSellerDays };

/** Whether the product of an offer is always the same, or chosen for each cart. */
export function RecommendationFields({ form, values: { recommendation = {} } }: Props) {
  const t = useTranslations("upsells.form.recommendation");
  const labels = useTranslations("upsells.form.labels");
  const { kind = "fixed", category = "", exclude = [] } = recommendation;
  const set = usePart(form, "recommendation", recommendation);
  const { products, doubt } = useProducts(exclude);
  /** Excluded products stay as long as something is recommended. */
  const choose = (kind: (typeof choices)[number]) => {
    const kept = exclude.length > 0 && { exclude };
    form.setValue("recommendation", kind === "fixed" ? {} : { kind, ...kept }, { shouldDirty: true });
    if (form.formState.isSubmitted) void form.trigger("recommendation");
  };
  const field = (of: "kind" | "category" | "exclude", control: ReactNode, hint?: ReactNode, group = false) => (
    <Field
      name={`recommendation.${of}`}
      label={labels(`recommendation_${of}`)}
      description={hint}
      error={messageAt(form.formState.errors, `recommendation.${of}`)}
      group={group}
    >
      {control}
    </Field>
  );
  return (
    <>
      {field(
        "kind",
        <RadioCards
          name="recommendation.kind"
          value={kind}
          onValueChange={choose}
          options={choices.map((value) => ({ value, label: t(value), description: t(`hints.${value}`, counted) }))}
        />,
        undefined,
        true,
      )}
      {kind === "best_seller" &&
        field(
          "category",
          <Input value={category} onChange={({ target }) => set("category", target.value)} autoComplete="off" />,
          t("hints.category"),
        )}
      {kind !== "fixed" &&
        field(
          "exclude",
          <ProductsField
            value={exclude}
            onValueChange={(value) => set("exclude", value)}
            products={products}
            doubt={doubt}
          />,
          t("hints.exclude"),
        )}
    </>
  );
}
