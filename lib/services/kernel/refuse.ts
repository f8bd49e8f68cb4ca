import { ApiError, type FieldError, invalid } from "../../contract/errors.ts";
import { sentence } from "../../sentences.ts";

export function missing(what: string, id: string): never {
  throw new ApiError(404, "not_found", sentence("doesNotExist", { kind: what, id }));
}

export function refuse(...found: readonly FieldError[][]): void {
  const [first, ...others] = found.flat();
  if (first) throw invalid(first, ...others);
}

/** Checks for words that this service supports. The contract accepts other words as well, for other APIs. */
export function unknownWord(field: string, value: string | undefined, known: readonly string[]): FieldError[] {
  if (value === undefined || known.includes(value)) return [];
  return [{ field, ...sentence("oneOf", { words: known.join(", ") }) }];
}

/** Rates and discounts are stored with four decimals. A more exact value is refused instead of being rounded. */
export function tooExact(field: string, value: number | undefined): FieldError[] {
  if (value === undefined || Number(value.toFixed(4)) === value) return [];
  return [{ field, ...sentence("fourDecimals") }];
}
