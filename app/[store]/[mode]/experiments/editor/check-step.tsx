"use client";

import { useTranslations } from "next-intl";
import { StoreDayInput } from "@/components/forms/store-day-input";
import { FormSection } from "@/components/ui/form-section";
import { controlIn } from "@/lib/contract/checkout/experiment-words";
import { ReadBack } from "../plan-words";
import { EditorField, type StepProps } from "./fields";
import { hasConditions, type VariantForm } from "./form-model";
import { useBaseline, useDuration } from "./plan-facts";
import { numbersOf, planIn } from "./plan-numbers";

export function CheckStep({ form, values, live }: StepProps) {
  const t = useTranslations("experimentEditor");
  return (
    <>
      <FormSection title={t("steps.check")} description={t("checkHint")}>
        <Foreseen values={values} live={live} />
      </FormSection>
      <FormSection title={t("schedule")} description={t("scheduleHint")}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <EditorField form={form} name="plan.starts_at" optional>
            {(control) => <StoreDayInput {...control} />}
          </EditorField>
          <EditorField form={form} name="plan.ends_at" optional>
            {(control) => <StoreDayInput {...control} last />}
          </EditorField>
        </div>
      </FormSection>
    </>
  );
}

/** A variant without a label is called by its position. */
export function useVariantNames(variants: readonly VariantForm[]): string[] {
  const t = useTranslations("experimentEditor");
  const control = controlIn(variants);
  const others = variants.filter((variant) => variant !== control);
  return variants.map((variant) => {
    const letter = "ABCDEFGHIJ"[others.indexOf(variant)] ?? "";
    return variant.label.trim() || (variant === control ? t("controlName") : t("variantName", { letter }));
  });
}

/** What the plan will do, and how long it takes. */
export function Foreseen({ values, live }: Pick<StepProps, "values" | "live">) {
  const t = useTranslations("experimentPlan");
  const duration = useDuration();
  const known = useBaseline(values).data;
  const days = known ? numbersOf(planIn(values), known).days : null;
  const narrow = hasConditions(values.plan) ? "yes" : "no";
  return (
    <ReadBack
      {...{ values, live }}
      names={useVariantNames(values.variants)}
      // The time comes late in a large shop, so it is at the end and moves no other sentence.
      more={[t("looking"), days === null ? "" : t("takes", { time: duration(days), narrow })]}
    />
  );
}
