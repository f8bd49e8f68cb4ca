"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useFailureWords } from "@/components/query-error";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input, NumberInput } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { ExperimentPlan } from "@/lib/contract/desk/experiments";
import { readTyped, typedNumber } from "@/lib/i18n/typed-number";
import type { Study } from "../results/study";
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
export function readPositive(text: string, { whole = false } = {}): number | null | undefined {
  if (text.trim() === "") return undefined;
  const groups = whole ? readTyped(text)?.grouped : undefined;
  const value = groups ? Number(groups.value) : typedNumber(text);
  return value > 0 ? value : null;
}

type Props = {
  id: string;
  study: Study;
  plan: ExperimentPlan | undefined;
  /** Merchants name variants, of which the checkout service has only technical names, or enter the planned split. */
  of: "names" | "split";
  onDone: () => void;
};

/** The server's limit. */
const longestName = 60;

/** A name or a weight for each variant, which the plan of the experiment keeps. */
export function VariantForm({ id, study, plan, of, onDone }: Props) {
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
