import { type FieldErrors, type FieldValues, get, set } from "react-hook-form";

/** The field of a list shows the first error of its entries, which have no fields of their own. */
export function showEntryErrors<T extends FieldValues>(errors: FieldErrors<T>, lists: readonly string[]): void {
  for (const list of lists) {
    const entries: unknown = get(errors, list);
    const first = Array.isArray(entries) && entries.find((entry) => entry?.message);
    if (first) set(errors, list, first);
  }
}
