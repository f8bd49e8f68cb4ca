"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAttempt } from "@/components/attempt";
import { PlainField, PlainForm } from "@/components/forms/plain-form";
import { Help } from "@/components/help/help";
import { Button } from "@/components/ui/button";
import { DescriptionList } from "@/components/ui/description-list";
import { NumberInput } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { ExperimentPlan } from "@/lib/contract/desk/experiments";
import { readTyped, typedNumber } from "@/lib/i18n/typed-number";
import { achievedPower, minimumDetectableEffect } from "@/lib/stats/index";
import { alpha } from "../results/measure";
import type { Study } from "../results/study";
import { enoughPower, usualEffect } from "../results/verdict";
import { useExperimentWords } from "../words";

type Change = Partial<Pick<ExperimentPlan, "names" | "weights" | "effect" | "sample">>;

export function useSavePlan(id: string, plan: ExperimentPlan | undefined) {
  const t = useTranslations("experiments.plan");
  const { desk, can } = useDesk();
  const { mutateAsync: put } = useMutation(desk.experiment_plans.put.mutation());
  const { names = null, weights = null, effect = null, sample = null } = plan ?? {};
  return {
    may: can("desk", "experiment_plans", "put"),
    save: async (change: Change) => {
      await put({ params: { id }, body: { names, weights, effect, sample, ...change } });
      toast.success(t("saved"));
    },
  };
}

/** What is no number is sent as it is, so that the server refuses it. */
function entered(text: string, number: (text: string) => number = typedNumber): number | null {
  if (text.trim() === "") return null;
  const value = number(text);
  return Number.isNaN(value) ? (text as never) : value;
}

/** Grouped digits such as 1.000 are a thousand people. */
const wholeNumber = (text: string) => Number(readTyped(text)?.grouped?.value ?? typedNumber(text));

const focus = (input: HTMLInputElement | null) => input?.focus();

export type OfStudy = { id: string; study: Study; plan: ExperimentPlan | undefined };

/** Merchants name variants, of which the checkout service has only technical names, or enter the planned split. */
type VariantProps = OfStudy & { of: "names" | "split"; onDone: () => void };

export function VariantForm({ id, study, plan, of, onDone }: VariantProps) {
  const t = useTranslations("experiments");
  const words = useExperimentWords();
  const attempt = useAttempt();
  const { save } = useSavePlan(id, plan);
  const isSplit = of === "split";
  const fields = (study.arms ?? []).map(({ name }, at) => ({
    variant: name,
    name: isSplit ? `weights.${at}.weight` : `names.${at}.label`,
    label: isSplit ? words.called(name, study.names) : name,
    defaultValue: isSplit ? String(study.split.weights[at]) : study.names.get(name),
  }));
  const forget = async () => {
    const done = await attempt(
      () => save({ weights: null }),
      (reason) => t("plan.failed", { reason }),
    );
    if (done !== null) onDone();
  };
  return (
    <PlainForm
      names={fields.map(({ name }) => name)}
      submit={t(`${of}.save`)}
      button={{ variant: "primary" }}
      className="grid gap-3 border-b border-line p-4 print:hidden"
      beside={
        <>
          <Button onClick={onDone}>{t("cancel")}</Button>
          {isSplit && plan?.weights && (
            <Button variant="ghost" onClick={forget}>
              {t("split.forget")}
            </Button>
          )}
        </>
      }
      onSend={async (values) => {
        const texts = fields.map(({ variant, name }) => ({ name: variant, label: values[name]?.trim() ?? "" }));
        const named = texts.filter(({ label }) => label !== "");
        const weights = texts.map(({ name, label }) => ({ name, weight: entered(label) ?? Number.NaN }));
        await save(isSplit ? { weights } : { names: named.length > 0 ? named : null });
        onDone();
      }}
    >
      <p className="text-sm text-muted">{t(`${of}.hint`)}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {fields.map(({ variant, ...field }, at) => (
          <PlainField
            key={variant}
            {...field}
            {...(at === 0 && { ref: focus })}
            maxLength={60}
            inputMode={isSplit ? "decimal" : "text"}
          />
        ))}
      </div>
    </PlainForm>
  );
}

type Props = OfStudy & { pace: number | null; days: number | null; running: boolean };

/** Power is computed for the change that a person considers worth finding, never for the change that was observed. */
export function PlanPanel({ id, study, plan, pace, days, running }: Props) {
  const t = useTranslations("experiments");
  const { format } = useDesk();
  const [open, setOpen] = useState(false);
  const { may } = useSavePlan(id, plan);
  const { base, effect, least, needed, more } = study.progress;
  const absent = t("notComputable");
  const power = base === null ? null : achievedPower(base, effect, least, alpha);
  const detectable = base === null ? null : minimumDetectableEffect(base, least, alpha, enoughPower);
  const number = (value: number | null) => (value === null ? absent : format.number(value));
  return (
    <Panel
      title={t("panels.plan")}
      aside={<Help of="detectable" label={t("panels.plan")} />}
      description={t(plan?.effect == null ? "plan.usual" : "plan.chosen", { effect: format.ratio(effect) })}
      actions={
        may &&
        !open && (
          <Button size="sm" className="print:hidden" onClick={() => setOpen(true)}>
            {t("plan.change")}
          </Button>
        )
      }
    >
      {open ? (
        <PlanForm id={id} plan={plan} onDone={() => setOpen(false)} />
      ) : (
        <div data-testid="plan">
          <DescriptionList
            className="[&>div]:grid-cols-[2fr_3fr]"
            items={[
              { term: t("plan.needed"), detail: number(needed) },
              { term: t("plan.sample"), detail: plan?.sample == null ? t("plan.noSample") : number(plan.sample) },
              { term: t("plan.more"), detail: number(more) },
              { term: t("plan.power"), detail: power === null ? absent : format.ratio(power) },
              { term: t("plan.detectable"), detail: detectable === null ? absent : format.change(detectable) },
              { term: t("plan.days"), detail: daysLeft() },
            ]}
          />
        </div>
      )}
    </Panel>
  );

  function daysLeft(): string {
    if (!running) return t("plan.notRunning");
    if (more === null) return absent;
    if (more === 0) return t("plan.enough");
    if (pace === null || days === null) return t("plan.noPace");
    return t("plan.daysLeft", { count: days, pace: Math.round(pace) });
  }
}

function PlanForm({ id, plan, onDone }: Pick<VariantProps, "id" | "plan" | "onDone">) {
  const t = useTranslations("experiments");
  const { save } = useSavePlan(id, plan);
  const effect = Number(((plan?.effect ?? usualEffect) * 100).toPrecision(6));
  return (
    <PlainForm
      names={["effect", "sample"]}
      submit={t("plan.save")}
      button={{ variant: "primary" }}
      className="grid gap-3"
      beside={<Button onClick={onDone}>{t("cancel")}</Button>}
      onSend={async (values) => {
        const percent = entered(values.effect);
        await save({
          effect: typeof percent === "number" ? percent / 100 : percent,
          sample: entered(values.sample, wholeNumber),
        });
        onDone();
      }}
    >
      <div className="grid items-end gap-3 sm:grid-cols-2">
        <PlainField name="effect" label={t("plan.effect")} description={t("plan.effectHint")}>
          <NumberInput name="effect" suffix="%" defaultValue={effect} />
        </PlainField>
        <PlainField name="sample" label={t("plan.sample")} description={t("plan.sampleHint")} optional>
          <NumberInput name="sample" defaultValue={plan?.sample ?? ""} />
        </PlainField>
      </div>
    </PlainForm>
  );
}
