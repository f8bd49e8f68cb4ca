"use client";

import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { type Control, FormField } from "@/components/forms/form-field";
import { Combobox, type ComboboxProps } from "@/components/ui/combobox";
import { DecimalInput } from "@/components/ui/decimal-input";
import { TokenField } from "@/components/ui/token-field";
import { useDesk } from "@/lib/api/desk";
import type { Products } from "./remembered-products";
import { type FoundProducts, useProductSuggestions } from "./use-products";

type Props<Value, Change = Value> = {
  value: Value;
  onValueChange: (value: Change) => void;
  onBlur?: () => void;
  products: Products;
};

/** Any ID is accepted if somebody says that it is one, because the known products may be incomplete. */
export function ProductField({ products, ...field }: Props<string> & Pick<ComboboxProps, "inputRef" | "aria-label">) {
  const { ask, enter, ...suggestions } = useProductSuggestions();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the focus of its field.
    <div onFocus={enter} className="grid gap-1.5">
      <Combobox {...field} {...suggestions} onQueryChange={ask} nameOf={(id) => products.get(id)?.name ?? id} />
    </div>
  );
}

export function ProductsField({
  products,
  ...field
}: Props<readonly string[], string[]> & { doubt: FoundProducts["doubt"] }) {
  const { ask, enter, ...suggestions } = useProductSuggestions();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the focus of its field.
    <div onFocus={enter} className="grid gap-1.5">
      <TokenField {...field} {...suggestions} onQueryChange={ask} nameOf={(id) => products.get(id)?.name ?? id} />
    </div>
  );
}

type PriceProps<T extends FieldValues> = {
  form: UseFormReturn<T>;
  name: FieldPath<T>;
  labels: { type: string; value: string };
  types: readonly { value: string; label: string }[];
};

/** The type of a discount or price, which may be one that only the API knows, and its value. */
export function PriceFields<T extends FieldValues>({ form, name, labels, types }: PriceProps<T>) {
  const { currency } = useDesk().store;
  const [typeName, valueName] = [`${name}.type` as FieldPath<T>, `${name}.value` as FieldPath<T>];
  const type: string = form.getValues(typeName);
  const isKnown = types.some(({ value }) => value === type);
  const unit = /^percentage/.test(type) ? { suffix: "%" } : isKnown ? { prefix: currency } : {};
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField form={form} name={typeName} label={labels.type}>
        {(control) => <Combobox {...(control as unknown as Control<string>)} freeText options={types} />}
      </FormField>
      <FormField form={form} name={valueName} label={labels.value}>
        {(control) => <DecimalInput {...(control as unknown as Control<number>)} {...unit} />}
      </FormField>
    </div>
  );
}
