"use client";

import type { ReactNode } from "react";
import { Controller, type FieldPath, type FieldPathValue, type FieldValues, type UseFormReturn } from "react-hook-form";
import { Field, type FieldProps } from "@/components/ui/field";
import { RadioCards } from "@/components/ui/radio-group";

export const messageAt = (errors: object, path: string): string | undefined =>
  messageOf(path.split(".").reduce<unknown>((inner, name) => (inner as Record<string, unknown>)?.[name], errors));

/** A list shows only its own error, because each entry shows its own. */
export function messageOf(error: unknown): string | undefined {
  const { message, root } = (error ?? {}) as { message?: unknown; root?: { message?: string } };
  return typeof message === "string" ? message : root?.message;
}

type FormFieldProps<T extends FieldValues, Name extends FieldPath<T>> = Omit<
  FieldProps,
  "name" | "error" | "children"
> & { form: UseFormReturn<T>; name: Name };

export type Control<Value> = { value: Value; onValueChange: (value: Value) => void; onBlur: () => void };

type ControlledProps<T extends FieldValues, Name extends FieldPath<T>> = FormFieldProps<T, Name> & {
  children: (
    control: Control<FieldPathValue<T, Name>>,
    inputRef: (input: HTMLInputElement | null) => void,
  ) => ReactNode;
};

export function FormField<T extends FieldValues, Name extends FieldPath<T>>(props: ControlledProps<T, Name>) {
  const { form, name, children, ...field } = props;
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref }, formState: { errors } }) => (
        <Field {...field} name={name} error={messageAt(errors, name)}>
          {children({ value, onValueChange: onChange, onBlur }, ref)}
        </Field>
      )}
    />
  );
}

type CardsProps<T extends FieldValues, Name extends FieldPath<T>> = FormFieldProps<T, Name> & {
  known: readonly string[];
  /** An unknown value of the record stays available, so that saving does not change it by accident. */
  initial: string;
  optionOf: (value: string) => { label: string; icon?: ReactNode; description?: string };
};

export function CardsField<T extends FieldValues, Name extends FieldPath<T>>(props: CardsProps<T, Name>) {
  const { known, initial, optionOf, ...field } = props;
  return (
    <FormField {...field} group>
      {(control) => {
        const { value, onValueChange } = control as unknown as Control<string>;
        const values = [...new Set([...known, value, initial])].filter((each) => each !== "");
        return (
          <RadioCards
            name={field.name}
            value={value}
            onValueChange={onValueChange}
            options={values.map((each) => ({ value: each, ...optionOf(each) }))}
          />
        );
      }}
    </FormField>
  );
}
