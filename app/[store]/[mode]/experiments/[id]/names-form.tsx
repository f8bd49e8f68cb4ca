"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { ExperimentPlan } from "@/lib/contract/desk/experiments";
import type { Study } from "../results/study";
import { useSavePlan } from "./use-save-plan";

type Props = { id: string; study: Study; plan: ExperimentPlan | undefined; onDone: () => void };

/** The server's limit. */
const longestName = 60;

/** Merchants can name variants, because the checkout service has only technical names. */
export function NamesForm({ id, study, plan, onDone }: Props) {
  const t = useTranslations("experiments");
  const { save, pending } = useSavePlan(id, plan);
  const arms = (study.arms ?? []).map(({ name }) => name);
  const [typed, setTyped] = useState(() => arms.map((name) => study.names.get(name) ?? ""));
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const names = arms.flatMap((name, at) => {
      const label = typed[at]?.trim();
      return label ? [{ name, label }] : [];
    });
    save({ names: names.length > 0 ? names : null }, onDone);
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-3 border-b border-line p-4 print:hidden">
      <p className="text-sm text-muted">{t("names.hint")}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {arms.map((name, at) => (
          <Field key={name} label={name}>
            <Input
              value={typed[at] ?? ""}
              maxLength={longestName}
              onChange={(event) => setTyped(typed.map((text, each) => (each === at ? event.target.value : text)))}
            />
          </Field>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={pending}>
          {t("names.save")}
        </Button>
        <Button onClick={onDone}>{t("cancel")}</Button>
      </div>
    </form>
  );
}
