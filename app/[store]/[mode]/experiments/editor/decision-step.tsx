"use client";

import { useTranslations } from "next-intl";
import { CardsField, FormField, messageAt } from "@/components/forms/form-field";
import { Help } from "@/components/help/help";
import { Checkbox } from "@/components/ui/checkbox";
import { DecimalInput } from "@/components/ui/decimal-input";
import { Field } from "@/components/ui/field";
import { FormSection } from "@/components/ui/form-section";
import { Textarea } from "@/components/ui/input";
import { lazyPart } from "@/components/ui/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { experimentMetrics, type Guardrail, guardrails } from "@/lib/contract/checkout/experiment-words";
import { isOneOf } from "@/lib/words";
import type { StepProps } from "./step-props";

const PowerChart = lazyPart(() => import("./power-chart"), <Skeleton className="h-72 w-full opacity-60" />);

export function DecisionStep({ form, values }: Pick<StepProps, "form" | "values">) {
  const t = useTranslations("experimentEditor");
  const { plan } = values;
  return (
    <>
      <FormSection title={t("steps.decision")} description={t("decisionHint")}>
        <Field
          name="plan.hypothesis"
          label={t("labels.hypothesis")}
          description={t("hints.hypothesis")}
          error={messageAt(form.formState.errors, "plan.hypothesis")}
          optional
        >
          <Textarea {...form.register("plan.hypothesis")} defaultValue={plan.hypothesis} />
        </Field>
        <CardsField
          form={form}
          name="plan.metric"
          label={t("labels.metric")}
          known={experimentMetrics}
          initial={plan.metric}
          className="sm:max-w-xl"
          optionOf={(metric) =>
            isOneOf(experimentMetrics, metric)
              ? { label: t(`metrics.${metric}`), description: t(`metricHints.${metric}`) }
              : { label: metric }
          }
        />
        <FormField
          form={form}
          name="plan.effect"
          label={t("labels.effect")}
          description={
            <>
              {t("hints.effect")} <Help of="detectable" label={t("labels.effect")} />
            </>
          }
        >
          {(control) => <DecimalInput {...control} suffix="%" className="sm:max-w-40" />}
        </FormField>
      </FormSection>
      <FormSection title={t("needed")}>
        <PowerChart values={values} />
      </FormSection>
      <FormSection
        title={
          <>
            {t("labels.guardrails")} <Help of="guardrail" label={t("labels.guardrails")} />
          </>
        }
        description={t("hints.guardrails")}
      >
        <FormField
          form={form}
          name="plan.guardrails"
          group
          label={<span className="sr-only">{t("labels.guardrails")}</span>}
        >
          {({ value, onValueChange }) => (
            <div className="grid gap-2">
              {guardrails.map((guardrail: Guardrail) => (
                <Checkbox
                  key={guardrail}
                  label={t(`guardrails.${guardrail}`)}
                  checked={value.includes(guardrail)}
                  onChange={({ target }) =>
                    onValueChange(
                      guardrails.filter((each) => (each === guardrail ? target.checked : value.includes(each))),
                    )
                  }
                />
              ))}
            </div>
          )}
        </FormField>
        {plan.guardrails.length > 0 && (
          <FormField form={form} name="plan.stops_on_breach" group label={t("labels.stops_on_breach")}>
            {({ value, onValueChange }) => (
              <Checkbox
                label={t("stops")}
                description={t("stopsHint")}
                checked={value}
                onChange={({ target }) => onValueChange(target.checked)}
              />
            )}
          </FormField>
        )}
      </FormSection>
    </>
  );
}
