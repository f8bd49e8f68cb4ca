"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog } from "@/components/ui/dialog";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";
import { useFieldWords } from "./field-words";
import type { Divergence, Field } from "./merge-edits";

export type Conflict = {
  divergences: readonly Divergence[];
  /** The fields in which theirs is taken; null where nothing is saved. */
  decide: (taken: Field[] | null) => void;
};

/** What somebody else saved since the offer was opened, field by field, and which of both is to stay. */
export default function ConflictDialog({ divergences, decide }: Conflict) {
  const t = useTranslations("upsells.conflict");
  // Who saves means what they changed, and nothing about what they did not touch.
  const [taken, setTaken] = useState(() => divergences.filter(({ touched }) => !touched).map(({ field }) => field));
  const choose = (field: Field, theirs: boolean) =>
    setTaken((now) => (theirs ? [...now, field] : now.filter((each) => each !== field)));
  // Outside of the form: Enter in here is none of its business.
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
            theirs={taken.includes(divergence.field)}
            onChoose={(theirs) => choose(divergence.field, theirs)}
          />
        ))}
      </div>
    </Dialog>,
    document.body,
  );
}

type DecisionProps = { divergence: Divergence; theirs: boolean; onChoose: (theirs: boolean) => void };

function Decision({ divergence: { field, before, theirs: their, mine, touched }, theirs, onChoose }: DecisionProps) {
  const t = useTranslations("upsells.conflict");
  const words = useFieldWords();
  const show = (value: unknown) => words.value(field, value as UpsellDraft[Field]);
  const choices = [
    { theirs: false, label: t(touched ? "mine" : "putBack"), value: mine },
    { theirs: true, label: t(touched ? "theirs" : "keepTheirs"), value: their },
  ];
  return (
    <fieldset data-testid={`conflict-${field}`} className="grid gap-2">
      <legend className="mb-1 font-medium">{words.label(field)}</legend>
      <p className="text-sm wrap-anywhere text-muted">{t("before", { value: show(before) })}</p>
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
              <span className="wrap-anywhere">{show(choice.value)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
