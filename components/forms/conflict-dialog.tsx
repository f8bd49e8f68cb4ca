"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog } from "@/components/ui/dialog";
import type { Divergence } from "./merge-edits";

export type FieldWords<T> = {
  label: (field: keyof T & string) => string;
  value: (field: keyof T & string, value: unknown) => string;
};
export type Conflict<T> = {
  divergences: readonly Divergence<T>[];
  words: FieldWords<T>;
  /** Receives the fields for which the other person's value is taken, or null to save nothing. */
  decide: (taken: (keyof T & string)[] | null) => void;
};

export default function ConflictDialog<T>({ divergences, words, decide }: Conflict<T>) {
  const t = useTranslations("form.conflict");
  // By default, the person's own changes win, and fields they did not touch take the other value.
  const [taken, setTaken] = useState(() => divergences.filter(({ touched }) => !touched).map(({ field }) => field));
  const choose = (field: keyof T & string, theirs: boolean) =>
    setTaken((now) => (theirs ? [...now, field] : now.filter((each) => each !== field)));
  // A portal keeps the dialog outside the form, so that Enter does not submit the form.
  return createPortal(
    <Dialog
      open
      onOpenChange={() => decide(null)}
      shape="lg"
      title={t("title")}
      description={t("body")}
      footer={
        <>
          <Button onClick={() => decide(null)}>{t("cancel")}</Button>
          <Button variant="primary" onClick={() => decide(taken)}>
            {t("save")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {divergences.map((divergence) => (
          <Decision
            key={divergence.field}
            divergence={divergence}
            words={words}
            theirs={taken.includes(divergence.field)}
            onChoose={(theirs) => choose(divergence.field, theirs)}
          />
        ))}
      </div>
    </Dialog>,
    document.body,
  );
}

type DecisionProps<T> = {
  divergence: Divergence<T>;
  words: FieldWords<T>;
  theirs: boolean;
  onChoose: (theirs: boolean) => void;
};

function Decision<T>({ divergence, words, theirs, onChoose }: DecisionProps<T>) {
  const t = useTranslations("form.conflict");
  const { field, before, mine, touched } = divergence;
  const choices = [
    { theirs: false, label: t(touched ? "mine" : "putBack"), value: mine },
    { theirs: true, label: t(touched ? "theirs" : "keepTheirs"), value: divergence.theirs },
  ];
  return (
    <fieldset data-testid={`conflict-${field}`} className="grid gap-2">
      <legend className="mb-1 font-medium">{words.label(field)}</legend>
      <p className="text-sm wrap-anywhere text-muted">{t("before", { value: words.value(field, before) })}</p>
      <div className="grid gap-2 sm:grid-cols-2">
        {choices.map((choice) => (
          <label
            key={choice.label}
            className={cn(
              "flex items-start gap-2.5 rounded-md border border-control/60 bg-surface px-3 py-2.5",
              "hover:border-ink/60 has-checked:border-accent has-checked:bg-accent-soft/50",
            )}
          >
            <span className="flex h-5 items-center">
              <input
                type="radio"
                className="dot"
                name={`conflict-${field}`}
                checked={choice.theirs === theirs}
                onChange={() => onChoose(choice.theirs)}
              />
            </span>
            <span className="min-w-0">
              <span className="block text-sm text-muted">{choice.label}</span>
              <span className="wrap-anywhere">{words.value(field, choice.value)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
