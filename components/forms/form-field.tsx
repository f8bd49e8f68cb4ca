"use client";

import type { ReactNode } from "react";
import { Controller, type FieldPath, type FieldPathValue, type FieldValues, type UseFormReturn } from "react-hook-form";
import { Combobox } from "@/components/ui/combobox";
import { DecimalInput, type DecimalInputProps } from "@/components/ui/decimal-input";
import { Field, type FieldProps } from "@/components/ui/field";
import { FormSection } from "@/components/ui/form-section";
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

type Control<Value> = { value: Value; onValueChange: (value: Value) => void; onBlur: () => void };

type ControlledProps<T extends FieldValues, Name extends FieldPath<T>> = FormFieldProps<T, Name> & {
  children: (
    control: Control<FieldPathValue<T, Name>>,
    inputRef: (input: HTMLInputElement | null) => void,
  ) => ReactNode;
};

/** A field whose control is not a native input, with its label and its error. */
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

type DiscountProps<T extends FieldValues> = {
  form: UseFormReturn<T>;
  title: string;
  type: { name: FieldPath<T>; label: string; options: readonly { value: string; label: string }[] };
  value: { name: FieldPath<T>; label: string } & Pick<DecimalInputProps, "prefix" | "suffix">;
};

/** The type of a discount or price, which may be one that only the API knows, and its value. */
export function DiscountSection<T extends FieldValues>({ form, title, type, value }: DiscountProps<T>) {
  const { name, label, ...unit } = value;
  return (
    <FormSection title={title}>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name={type.name} label={type.label}>
          {(control) => <Combobox {...(control as unknown as Control<string>)} freeText options={type.options} />}
        </FormField>
        <FormField form={form} name={name} label={label}>
          {(control) => <DecimalInput {...(control as unknown as Control<number>)} {...unit} />}
        </FormField>
      </div>
    </FormSection>
  );
}
