"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Help } from "@/components/help/help";
import { useFailureWords } from "@/components/query-error";
import { Button } from "@/components/ui/button";
import { DescriptionList } from "@/components/ui/description-list";
import { Field } from "@/components/ui/field";
import { Input, NumberInput } from "@/components/ui/input";
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
  const failure = useFailureWords();
  const put = useMutation({
    ...desk.experiment_plans.put.mutation(),
    onSuccess: () => toast.success(t("saved")),
    onError: (cause) => toast.error(failure(cause, (reason) => t("failed", { reason }))),
  });
  const { names = null, weights = null, effect = null, sample = null } = plan ?? {};
  return {
    may: can("desk", "experiment_plans", "put"),
    pending: put.isPending,
    /** The form stays open, with its values, until the server has saved them. */
    save: (change: Change, onSaved: () => void) =>
      put.mutate({ params: { id }, body: { names, weights, effect, sample, ...change } }, { onSuccess: onSaved }),
  };
}

/** Reads an entered number: null if it is invalid, undefined if the field is empty. `whole` is for counts of people. */
function readPositive(text: string, { whole = false } = {}): number | null | undefined {
  if (text.trim() === "") return undefined;
  const groups = whole ? readTyped(text)?.grouped : undefined;
  const value = groups ? Number(groups.value) : typedNumber(text);
  return value > 0 ? value : null;
}

type VariantProps = {
  id: string;
  study: Study;
  plan: ExperimentPlan | undefined;
  /** Merchants name variants, of which the checkout service has only technical names, or enter the planned split. */
  of: "names" | "split";
  onDone: () => void;
};

const longestName = 60;

export function VariantForm({ id, study, plan, of, onDone }: VariantProps) {
  const t = useTranslations("experiments");
  const words = useExperimentWords();
  const { save, pending } = useSavePlan(id, plan);
  const names = (study.arms ?? []).map(({ name }) => name);
  const [texts, setTexts] = useState(() =>
    of === "split" ? study.split.weights.map(String) : names.map((name) => study.names.get(name) ?? ""),
  );
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const isWrong = (text = "") => of === "split" && !readPositive(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (texts.some(isWrong)) return;
    const entries = names.map((name, at) => ({ name, text: texts[at]?.trim() ?? "" }));
    const named = entries.filter(({ text }) => text).map(({ name, text }) => ({ name, label: text }));
    const weights = entries.map(({ name, text }) => ({ name, weight: readPositive(text) as number }));
    save(of === "split" ? { weights } : { names: named.length > 0 ? named : null }, onDone);
  };
  const Control = of === "split" ? NumberInput : Input;
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-3 border-b border-line p-4 print:hidden">
      <p className="text-sm text-muted">{t(`${of}.hint`)}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {names.map((name, at) => (
          <Field
            key={name}
            label={of === "split" ? words.called(name, study.names) : name}
            error={tried && isWrong(texts[at]) ? t("split.positive") : undefined}
          >
            <Control
              value={texts[at] ?? ""}
              maxLength={longestName}
              onChange={(event) => setTexts(texts.with(at, event.target.value))}
            />
          </Field>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={pending}>
          {t(`${of}.save`)}
        </Button>
        <Button onClick={onDone}>{t("cancel")}</Button>
        {of === "split" && plan?.weights && (
          <Button variant="ghost" onClick={() => save({ weights: null }, onDone)}>
            {t("split.forget")}
          </Button>
        )}
      </div>
    </form>
  );
}

type Props = {
  id: string;
  study: Study;
  plan: ExperimentPlan | undefined;
  pace: number | null;
  days: number | null;
  running: boolean;
};

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
    return t("plan.daysLeft", { count: days, pace: format.number(Math.round(pace)) });
  }
}

function PlanForm({ id, plan, onDone }: { id: string; plan: ExperimentPlan | undefined; onDone: () => void }) {
  const t = useTranslations("experiments");
  const { save, pending } = useSavePlan(id, plan);
  const [effect, setEffect] = useState(String(Number(((plan?.effect ?? usualEffect) * 100).toPrecision(6))));
  const [sample, setSample] = useState(plan?.sample == null ? "" : String(plan.sample));
  const [tried, setTried] = useState(false);
  const percent = readPositive(effect);
  const visitors = readPositive(sample, { whole: true });
  const badEffect = percent === null || (percent !== undefined && (percent < 0.1 || percent > 1000));
  const badSample = visitors === null || (visitors !== undefined && (!Number.isInteger(visitors) || visitors > 1e9));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (badEffect || badSample) return;
    save({ effect: percent === undefined ? null : percent / 100, sample: visitors ?? null }, onDone);
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <div className="grid items-end gap-3 sm:grid-cols-2">
        <Field
          label={t("plan.effect")}
          description={t("plan.effectHint")}
          error={tried && badEffect ? t("plan.effectBad") : undefined}
        >
          <NumberInput suffix="%" value={effect} onChange={(event) => setEffect(event.target.value)} />
        </Field>
        <Field
          label={t("plan.sample")}
          description={t("plan.sampleHint")}
          error={tried && badSample ? t("plan.sampleBad") : undefined}
          optional
        >
          <NumberInput value={sample} onChange={(event) => setSample(event.target.value)} />
        </Field>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={pending}>
          {t("plan.save")}
        </Button>
        <Button onClick={onDone}>{t("cancel")}</Button>
      </div>
    </form>
  );
}
