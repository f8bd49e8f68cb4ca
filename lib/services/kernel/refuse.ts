import { ApiError, type FieldError } from "../../contract/errors.ts";

/** Throws when there is anything to refuse; each check below yields what it found. */
export function refuse(...found: readonly FieldError[][]): void {
  const details = found.flat();
  const [first] = details;
  if (first) throw new ApiError(400, "invalid_request", `Field ${first.field}: ${first.message}`, details);
}

/** What this service can carry out; the contract lets other words pass, for APIs that know more. */
export function unknownWord(field: string, value: string | undefined, known: readonly string[]): FieldError[] {
  if (value === undefined || known.includes(value)) return [];
  return [{ field, message: `Must be one of ${known.join(", ")}.` }];
}

/** Such columns keep four decimals, and what is stored is what was sent. */
export function tooExact(field: string, value: number | undefined): FieldError[] {
  if (value === undefined || Number(value.toFixed(4)) === value) return [];
  return [{ field, message: "Must have at most 4 decimals." }];
}
