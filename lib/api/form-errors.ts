import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError, fieldName, withSubject } from "../contract/errors.ts";
import { fieldSaid, said } from "../i18n/translate-errors.ts";

/** Shows each error at its field, however the API spells it, and returns the errors of fields that the form lacks. */
export function showErrors<T extends FieldValues>(
  error: unknown,
  form: Pick<UseFormReturn<T>, "setError">,
  fields: readonly FieldPath<T>[],
): string[] {
  if (!(error instanceof ApiError)) return [String(error)];
  const unmatched: string[] = [];
  let first = true;
  for (const detail of error.details) {
    const { field } = detail;
    const message = said(detail.message, detail);
    const name = matchField(field, fields);
    if (!name) unmatched.push(field ? aboutField(field, message) : message);
    else {
      form.setError(name, { type: "server", message }, { shouldFocus: first });
      first = false;
    }
  }
  return error.details.length === 0 ? [error.message] : unmatched;
}

/** A message that is already translated does not begin with "Must" and gets the field's name in front. */
function aboutField(field: string, message: string): string {
  const name = fieldName(field);
  const sentence = withSubject(name, message);
  return sentence === message ? `${fieldSaid(name)}: ${message}` : sentence;
}

/** Returns the error of one field, for a form without a form library. */
export const messageAt = (error: Error | null, name: string): string | undefined =>
  (error instanceof ApiError && error.details.find(({ field }) => matchField(field, [name]))?.message) ||
  error?.message;

/** Treats `discount.value`, `discount_value` and `discountValue` as one field. */
const plain = (name: string) => name.replace(/[._-]/g, "").toLowerCase();

function matchField<T extends string>(field: string, fields: readonly T[]): T | undefined {
  const dotted = field.replace(/\[(\d+)\]/g, ".$1").replace(/^body\./, "");
  return (
    fields.find((name) => name === dotted) ??
    fields.find((name) => plain(name) === plain(dotted)) ??
    // An error inside a list is shown at the control that edits the list.
    fields.find((name) => dotted.startsWith(`${name}.`))
  );
}
