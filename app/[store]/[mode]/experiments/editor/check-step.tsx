"use client";

import { useTranslations } from "next-intl";
import { FormField } from "@/components/forms/form-field";
import { FormSection } from "@/components/ui/form-section";
import { DateInput } from "@/components/ui/input";
import { useDesk } from "@/lib/api/desk";
import { addDays, dayIn, startOfDay } from "@/lib/days";
import { ReadBack } from "./read-back";
import type { StepProps } from "./step-props";

export function CheckStep({ form, values, live }: StepProps) {
  const t = useTranslations("experimentEditor");
  const { timeZone } = useDesk().store;
  /** The last day counts in full, so the experiment ends when the next one begins. */
  const edge = (day: string, days: number) =>
    day && startOfDay(timeZone, days === 0 ? day : addDays(day, days)).toISOString();
  const dayOf = (at: string, back: number) => at && dayIn(timeZone, new Date(Date.parse(at) - back));
  return (
    <>
      <FormSection title={t("steps.check")} description={t("checkHint")}>
        <ReadBack values={values} live={live} />
      </FormSection>
      <FormSection title={t("schedule")} description={t("scheduleHint")}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <FormField form={form} name="plan.starts_at" label={t("labels.starts_at")} optional>
            {({ value, onValueChange, onBlur }) => (
              <DateInput value={dayOf(value, 0)} onValueChange={(day) => onValueChange(edge(day, 0))} onBlur={onBlur} />
            )}
          </FormField>
          <FormField form={form} name="plan.ends_at" label={t("labels.ends_at")} optional>
            {({ value, onValueChange, onBlur }) => (
              <DateInput value={dayOf(value, 1)} onValueChange={(day) => onValueChange(edge(day, 1))} onBlur={onBlur} />
            )}
          </FormField>
        </div>
      </FormSection>
    </>
  );
}
