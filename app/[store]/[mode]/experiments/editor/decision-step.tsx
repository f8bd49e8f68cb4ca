"use client";

import { useTranslations } from "next-intl";
import { CardsField } from "@/components/forms/form-field";
import { Help } from "@/components/help/help";
import { Checkbox } from "@/components/ui/checkbox";
import { DecimalInput } from "@/components/ui/decimal-input";
import { Field } from "@/components/ui/field";
import { FormSection } from "@/components/ui/form-section";
import { lazyPart } from "@/components/ui/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { type ExperimentMetric, experimentMetrics, guardrails } from "@/lib/contract/checkout/experiment-words";
import { EditorField, type StepProps, TextField } from "./fields";

const PowerChart = lazyPart(() => import("./power-chart"), <Skeleton className="h-72 w-full opacity-60" />);

export function DecisionStep({ form, values }: Pick<StepProps, "form" | "values">) {
  const t = useTranslations("experimentEditor");
  const words = useTranslations("experimentPlan");
  const { plan } = values;
  return (
    <>
      <FormSection title={t("steps.decision")} description={t("decisionHint")}>
        <TextField form={form} name="plan.hypothesis" type="area" optional />
        <CardsField
          form={form}
          name="plan.metric"
          label={t("labels.metric")}
          known={experimentMetrics}
          initial={plan.metric}
          className="sm:max-w-xl"
          optionOf={(one) => {
            const metric = one as ExperimentMetric;
            return { label: words(`metrics.${metric}`), description: t(`metricHints.${metric}`) };
          }}
        />
        <EditorField form={form} name="plan.effect" help="detectable">
          {(control) => <DecimalInput {...control} suffix="%" className="sm:max-w-40" />}
        </EditorField>
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
        <Field name="plan.guardrails" group label={<span className="sr-only">{t("labels.guardrails")}</span>}>
          <div className="grid gap-2">
            {guardrails.map((guardrail) => (
              <Checkbox
                key={guardrail}
                {...form.register("plan.guardrails")}
                value={guardrail}
                defaultChecked={plan.guardrails.includes(guardrail)}
                label={words(`guardrails.${guardrail}`)}
              />
            ))}
          </div>
        </Field>
        {plan.guardrails.length > 0 && (
          <Field name="plan.stops_on_breach" group label={t("labels.stops_on_breach")}>
            <Checkbox
              {...form.register("plan.stops_on_breach")}
              defaultChecked={plan.stops_on_breach}
              label={t("stops")}
              description={t("stopsHint")}
            />
          </Field>
        )}
      </FormSection>
    </>
  );
}
