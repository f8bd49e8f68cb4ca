"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import type { FieldPathValue, Path, UseFormReturn } from "react-hook-form";
import { FormField, messageAt } from "@/components/forms/form-field";
import type { Concept } from "@/components/help/concepts";
import { Help } from "@/components/help/help";
import { Field, type FieldProps } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import type texts from "@/lib/i18n/messages/en/experiment-editor.json";
import type { Live } from "../live";
import type { ExperimentForm } from "./form-model";

type Form = UseFormReturn<ExperimentForm>;
type Name = Path<ExperimentForm>;
export type StepProps = { form: Form; values: ExperimentForm; live: Live };

/** Changes a part of the form that is not a single input. Errors below it are judged again, because positions move. */
export function useSet(form: Form) {
  return <Of extends Name>(name: Of, value: FieldPathValue<ExperimentForm, Of>) => {
    form.setValue(name, value, { shouldDirty: true });
    if (form.formState.isSubmitted) void form.trigger(name);
  };
}

/** Fields come before the parts that contain them, whose errors concern them together. A plain list is one field. */
export function fieldsOf(values: object, path = ""): Name[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const field = `${path}${name}` as Name;
    if (typeof value === "object" && value !== null) return [...fieldsOf(value, `${field}.`), field];
    return Array.isArray(values) ? [] : [field];
  });
}

/** The texts of a field are named by the end of its path: `discount_value`, or `offer` for an entry of `offers`. */
export function textOf(path: string): keyof typeof texts.labels {
  const parts = path.split(".");
  const [last = "", outer] = parts.filter((part) => Number.isNaN(Number(part))).toReversed();
  const isEntry = parts.at(-1) !== last;
  const names: Record<string, string> = { type: `${outer}_type`, value: `${outer}_value`, name: "variant_name" };
  const name = outer && !isEntry ? (names[last] ?? last) : isEntry ? last.slice(0, -1) : last;
  return name as keyof typeof texts.labels;
}

type Own = Partial<Omit<FieldProps, "name" | "error" | "children">> & { form: Form; help?: Concept };

function useTexts(name: Name, help: Concept | undefined) {
  const t = useTranslations("experimentEditor");
  const text = textOf(name);
  const label = t(`labels.${text}`);
  const hint = t.has(`hints.${text}` as "hints.title") ? t(`hints.${text}` as "hints.title") : "";
  const description = help ? (
    <>
      {hint} <Help of={help} label={label} />
    </>
  ) : (
    hint
  );
  return { label, description };
}

type ControlledProps<Of extends Name> = Own & {
  name: Of;
  children: ComponentProps<typeof FormField<ExperimentForm, Of>>["children"];
};

export function EditorField<Of extends Name>({ help, ...field }: ControlledProps<Of>) {
  return <FormField {...useTexts(field.name, help)} {...field} />;
}

/** The first paint needs a default value, because `register` sets it only when scripts run. */
export function TextField({ form, name, type, help, ...field }: Own & { name: Name; type?: "url" | "area" }) {
  const Control = type === "area" ? Textarea : Input;
  return (
    <Field {...useTexts(name, help)} {...field} name={name} error={messageAt(form.formState.errors, name)}>
      <Control
        {...form.register(name)}
        {...(type === "url" && { type })}
        defaultValue={String(form.getValues(name))}
        autoComplete="off"
      />
    </Field>
  );
}
