import type { FieldError } from "../../contract/errors.ts";
import { tooExact } from "../kernel/refuse.ts";

export function unfitRate(field: string, type: "percentage" | "fixed", value: number): FieldError[] {
  if (type === "percentage" && value > 100) return [{ field, message: "Must be between 0 and 100." }];
  if (type === "fixed" && !Number.isInteger(value)) {
    return [{ field, message: "Must be a whole number of minor units, such as cents." }];
  }
  return tooExact(field, value);
}
