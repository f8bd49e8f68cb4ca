"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Combobox } from "@/components/ui/combobox";
import { DecimalInput } from "@/components/ui/decimal-input";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { TokenField } from "@/components/ui/token-field";
import { useDesk } from "@/lib/api/desk";
import { upsellPlacements } from "@/lib/contract/checkout/upsell-words";
import type { Edit, Entered } from "./edits";
import { type Leaf, labelOf } from "./leaves";

type Props = {
  leaf: Leaf;
  edit: Edit | undefined;
  error: string | undefined;
  disabled: boolean;
  onEnter: (entered: Entered) => void;
};

export function SettingField({ leaf, edit, error, disabled, onEnter }: Props) {
  const words = useSettingWords();
  const { label, help } = words(leaf);
  const value = edit ? edit.value : leaf.value;
  const field = { name: leaf.name, label, disabled, ...(help && { description: help }), ...(error && { error }) };
  if (leaf.name === "upsells.default_placement" && leaf.kind === "text") {
    return (
      <Field {...field}>
        <Placement value={String(value)} onEnter={onEnter} />
      </Field>
    );
  }
  switch (leaf.kind) {
    case "flag":
      return <Flag field={field} checked={value === true} onEnter={onEnter} />;
    case "number":
      return (
        <Field {...field}>
          <DecimalInput
            className="max-w-48"
            value={value as number}
            onValueChange={(number) =>
              onEnter({ value: number, ...(Number.isNaN(number) && { problem: { kind: "number" } }) })
            }
          />
        </Field>
      );
    case "text":
      return (
        <Field {...field}>
          <Text value={String(value)} long={isLong(leaf.value)} onEnter={onEnter} />
        </Field>
      );
    case "list":
      return (
        <Field {...field}>
          <TokenField
            value={value as string[]}
            onValueChange={(list) => onEnter({ value: list })}
            // A value may contain spaces, so only line breaks, commas and semicolons separate values.
            split={(text) => text.split(/[\n\r,;]+/).map((part) => part.trim())}
          />
        </Field>
      );
    case "json":
      return <Json field={field} leaf={leaf} edit={edit} onEnter={onEnter} />;
  }
}

const isLong = (value: unknown) => typeof value === "string" && (value.length > 80 || value.includes("\n"));

type Control = { onEnter: Props["onEnter"] };
type FieldProps = { name: string; label: string; disabled: boolean; description?: string; error?: string };

function Text({ value, long, onEnter }: Control & { value: string; long: boolean }) {
  const Control = long ? Textarea : Input;
  return <Control value={value} onChange={(event) => onEnter({ value: event.target.value })} />;
}

function Placement({ value, onEnter }: Control & { value: string }) {
  const t = useTranslations("service.placements");
  return (
    <Combobox
      freeText
      value={value}
      onValueChange={(placement) => onEnter({ value: placement })}
      options={upsellPlacements.map((word) => ({ value: word, label: t(word) }))}
    />
  );
}

/** A check box instead of a switch, because the change takes effect only when the form is saved. */
function Flag({ field, checked, onEnter }: Control & { field: FieldProps; checked: boolean }) {
  const t = useTranslations("service");
  return (
    <Field {...field}>
      <Checkbox
        aria-label={field.label}
        label={t("on")}
        checked={checked}
        onChange={(event) => onEnter({ value: event.target.checked })}
      />
    </Field>
  );
}

function Json({ field, leaf, edit, onEnter }: Control & { field: FieldProps; leaf: Leaf; edit: Edit | undefined }) {
  const t = useTranslations("service");
  const { format } = useDesk();
  const [typed, setTyped] = useState<string | null>(null);
  const means = (text: string) =>
    JSON.stringify(tryJson(text).value) === JSON.stringify(edit ? edit.value : leaf.value);
  // The entered text stays while it means the current value; after a reset it is replaced.
  const text = edit?.text ?? (typed !== null && means(typed) ? typed : pretty(edit ? edit.value : leaf.value));
  return (
    <Field {...field} description={format.join([field.description ?? "", t("jsonHint")])}>
      <Textarea
        value={text}
        spellCheck={false}
        className="font-mono"
        onChange={(event) => {
          const entered = tryJson(event.target.value);
          setTyped(event.target.value);
          onEnter(entered);
        }}
      />
    </Field>
  );
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2);

function tryJson(text: string): Entered {
  try {
    return { value: JSON.parse(text) };
  } catch (cause) {
    return { value: undefined, text, problem: { kind: "json", reason: (cause as Error).message } };
  }
}

/** Only settings in the specification have texts of their own. */
export function useSettingWords(): (leaf: Leaf) => { label: string; help?: string } {
  const t = useTranslations("service.known");
  const known: Record<string, { label: string; help: string }> = {
    "upsells.default_placement": { label: t("default_placement"), help: t("default_placement_help") },
    "upsells.max_offers_per_checkout": { label: t("max_offers"), help: t("max_offers_help") },
  };
  return (leaf) => known[leaf.name] ?? { label: labelOf(leaf) };
}
