import { ApiError, type FieldError } from "../../contract/errors.ts";

/** Throws if any of the checks found an error. */
export function refuse(...found: readonly FieldError[][]): void {
  const details = found.flat();
  const [first] = details;
  if (first) throw new ApiError(400, "invalid_request", `Field ${first.field}: ${first.message}`, details);
}

/** Checks for words that this service supports. The contract accepts other words as well, for other APIs. */
export function unknownWord(field: string, value: string | undefined, known: readonly string[]): FieldError[] {
  if (value === undefined || known.includes(value)) return [];
  return [{ field, message: `Must be one of ${known.join(", ")}.` }];
}

/** Such columns store four decimals, so a more exact value is refused instead of being rounded. */
export function tooExact(field: string, value: number | undefined): FieldError[] {
  if (value === undefined || Number(value.toFixed(4)) === value) return [];
  return [{ field, message: "Must have at most 4 decimals." }];
}
