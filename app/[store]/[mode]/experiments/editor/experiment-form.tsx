"use client";

import { useTranslations } from "next-intl";
import type { Path, UseFormReturn } from "react-hook-form";
import { messageAt } from "@/components/forms/form-field";
import { type FormOf, RecordForm } from "@/components/forms/record-form";
import { Button } from "@/components/ui/button";
import { focusField } from "@/components/ui/form-error-summary";
import { Panel } from "@/components/ui/panel";
import { productsIn } from "@/lib/contract/checkout/audience-words";
import { useLive } from "../live";
import { AudienceStep } from "./audience-step";
import { CheckStep, Foreseen } from "./check-step";
import { DecisionStep } from "./decision-step";
import { fieldsOf, textOf } from "./fields";
import type { ExperimentForm as Form } from "./form-model";
import { PlanFacts } from "./plan-facts";
import { stepId, stepOf, steps, useStep } from "./stepper";
import { TestedStep } from "./tested-step";

const loadCheck = () => import("./check-experiment");

type Props = Omit<FormOf<Form>, "onSave"> & {
  /** `starts` if the experiment is to start as soon as it is saved. */
  onSave: (edited: Form, base: Form, starts: boolean) => Promise<Form | null>;
};

export function ExperimentForm({ onSave, ...record }: Props) {
  const t = useTranslations("experimentEditor");
  const { show } = useStep();
  const audience = useTranslations("audience.labels");
  const labelOf = (field: Path<Form>) => {
    const [, condition] = /^plan\.audience\.(\w+)$/.exec(field) ?? [];
    if (condition) return audience(condition as keyof Form["plan"]["audience"]);
    const label = t(`labels.${textOf(field)}`);
    const [, variant] = /^variants\.(\d+)/.exec(field) ?? [];
    return variant ? t("labelIn", { n: Number(variant) + 1, label }) : label;
  };
  const bar = useBar();
  return (
    <RecordForm<Form>
      {...record}
      onSave={(edited, base, pressed) => onSave(edited, base, pressed?.getAttribute("name") === "start")}
      kind="experiment"
      loadCheck={loadCheck}
      fields={fieldsOf}
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

const parts = { tested: TestedStep, visitors: AudienceStep, decision: DecisionStep, check: CheckStep };

const useLiveOf = ({ variants, plan }: Form) =>
  useLive(
    variants.map(({ changes }) => changes),
    productsIn(plan.audience),
  ).live;

function StepFields({ form, values }: { form: UseFormReturn<Form>; values: Form }) {
  const t = useTranslations("experimentEditor");
  const { step } = useStep();
  const live = useLiveOf(values);
  const Part = parts[step];
  return (
    <section key={step} id={stepId} tabIndex={-1} aria-label={t(`steps.${step}`)} className="outline-none">
      <Part form={form} values={values} live={live} />
    </section>
  );
}

function Beside({ values }: { values: Form }) {
  const t = useTranslations("experimentEditor");
  const { step } = useStep();
  const live = useLiveOf(values);
  const checks = step === "check";
  return (
    <Panel title={t(checks ? "needed" : "willHappen")}>
      {checks ? <PlanFacts values={values} /> : <Foreseen values={values} live={live} />}
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
    const next = async (to: typeof step) => {
      await form.handleSubmit(
        () => go(to),
        (errors) => {
          const fields = fieldsOf(form.getValues()).filter((field) => stepOf(field) === step);
          const wrong = fields.find((field) => messageAt(errors, field));
          if (wrong) focusField(wrong);
          else go(to);
        },
      )();
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
                void next(after);
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
