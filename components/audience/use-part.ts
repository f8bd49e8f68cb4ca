import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from "react-hook-form";

const isBlank = (value: unknown) =>
  value === undefined || value === "" || Number.isNaN(value) || (Array.isArray(value) && value.length === 0);

/** Changes one field of a part of a form in which only fields with a value are present. */
export function usePart<T extends FieldValues, Part extends object>(
  form: UseFormReturn<T>,
  name: FieldPath<T>,
  part: Part,
) {
  return <Field extends keyof Part>(field: Field, value: Part[Field] | "" | undefined): void => {
    const entries = Object.entries({ ...part, [field]: value }).filter(([, each]) => !isBlank(each));
    form.setValue(name, Object.fromEntries(entries) as FieldPathValue<T, FieldPath<T>>, { shouldDirty: true });
    if (form.formState.isSubmitted) void form.trigger(name);
  };
}
