"use client";

import { useTranslations } from "next-intl";
import type { Path, UseFormReturn } from "react-hook-form";
import { messageAt } from "@/components/forms/form-field";
import { type FormOf, RecordForm } from "@/components/forms/record-form";
import { Button } from "@/components/ui/button";
import { focusField } from "@/components/ui/form-error-summary";
import { Panel } from "@/components/ui/panel";
import type texts from "@/lib/i18n/messages/en/experiment-editor.json";
import { AudienceStep } from "./audience-step";
import { CheckStep } from "./check-step";
import { DecisionStep } from "./decision-step";
import type { ExperimentForm as Form } from "./form-model";
import { useLive } from "./live-records";
import { PlanFacts } from "./plan-facts";
import { ReadBack } from "./read-back";
import { stepId, useStep } from "./stepper";
import { allFields, fieldsOfStep, stepOf, steps } from "./steps";
import { TestedStep } from "./tested-step";

const loadCheck = () => import("./check-experiment");

type Props = Omit<FormOf<Form>, "onSave"> & {
  /** `starts` if the experiment is to start as soon as it is saved. */
  onSave: (edited: Form, base: Form, starts: boolean) => Promise<Form | null>;
};

export function ExperimentForm({ onSave, ...record }: Props) {
  const t = useTranslations("experimentEditor");
  const { show } = useStep();
  const labelOf = useLabels();
  const bar = useBar();
  return (
    <RecordForm<Form>
      {...record}
      onSave={(edited, base, pressed) => onSave(edited, base, pressed?.getAttribute("name") === "start")}
      kind="experiment"
      loadCheck={loadCheck}
      fields={allFields}
      labelOf={labelOf}
      createLabel={t("save")}
      saveLabel={t("save")}
      bar={bar}
      onReveal={(field) => show(stepOf(field))}
      beside={(values) => <Beside values={values} />}
    >
      {(form, values) => <StepFields form={form} values={values} />}
    </RecordForm>
  );
}

function StepFields({ form, values }: { form: UseFormReturn<Form>; values: Form }) {
  const t = useTranslations("experimentEditor");
  const { step } = useStep();
  const live = useLive(values);
  const props = { form, values, live };
  return (
    <section key={step} id={stepId} tabIndex={-1} aria-label={t(`steps.${step}`)} className="outline-none">
      {step === "tested" && <TestedStep {...props} />}
      {step === "visitors" && <AudienceStep {...props} />}
      {step === "decision" && <DecisionStep {...props} />}
      {step === "check" && <CheckStep {...props} />}
    </section>
  );
}

function Beside({ values }: { values: Form }) {
  const t = useTranslations("experimentEditor");
  const { step } = useStep();
  const live = useLive(values);
  return step === "check" ? (
    <Panel title={t("needed")}>
      <PlanFacts values={values} />
    </Panel>
  ) : (
    <Panel title={t("willHappen")}>
      <ReadBack values={values} live={live} />
    </Panel>
  );
}

/** Next leads on once the fields of this step are right; Enter in a field presses it. */
function useBar() {
  const t = useTranslations("experimentEditor");
  const { step, go } = useStep();
  const at = steps.indexOf(step);
  const [before, after] = [steps[at - 1], steps[at + 1]];
  return (form: UseFormReturn<Form>) => {
    const next = async () => {
      if (!after) return;
      let wrong: Path<Form> | undefined;
      await form.handleSubmit(
        () => {},
        (errors) => {
          wrong = fieldsOfStep(step, form.getValues()).find((field) => messageAt(errors, field));
        },
      )();
      if (wrong) focusField(wrong);
      else go(after);
    };
    const scheduled = form.getValues("plan.starts_at") !== "";
    return {
      ...(!after && scheduled ? { saveLabel: t("saveScheduled") } : { plain: true }),
      before: (
        <>
          {before && <Button onClick={() => go(before)}>{t("back")}</Button>}
          {after && (
            <Button
              type="submit"
              variant="primary"
              onClick={(event) => {
                event.preventDefault();
                void next();
              }}
            >
              {t("next")}
            </Button>
          )}
        </>
      ),
      after: !after && !scheduled && (
        <Button type="submit" name="start" variant="primary">
          {t("start")}
        </Button>
      ),
    };
  };
}

type Label = `labels.${keyof typeof texts.labels}`;

function useLabels() {
  const t = useTranslations("experimentEditor");
  return (field: Path<Form>): string => {
    const parts = field.split(".");
    const last = parts.findLast((part) => Number.isNaN(Number(part))) ?? "";
    if (parts[0] !== "variants" || parts.length === 1) return t(`labels.${last}` as Label);
    const names: Record<string, string> = {
      name: "variant_name",
      type: parts.includes("discount") ? "discount_type" : "pricing_type",
      value: parts.includes("discount") ? "discount_value" : "pricing_value",
      max_offers_per_checkout: "max_offers",
      cooldown_hours: "cooldown",
      offers: parts.at(-1) === "offers" ? "offers" : "offer",
      bundles: parts.at(-1) === "bundles" ? "bundles" : "bundle",
    };
    return t("labelIn", { n: Number(parts[1]) + 1, label: t(`labels.${names[last] ?? last}` as Label) });
  };
}
