"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input, NumberInput } from "@/components/ui/input";
import type { ExperimentPlan } from "@/lib/contract/desk/experiments";
import type { Study } from "../results/study";
import { useExperimentWords } from "../words";
import { readPositive, useSavePlan } from "./use-save-plan";

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
