import { parseAsBoolean, parseAsInteger, parseAsNativeArrayOf, parseAsString, parseAsStringLiteral } from "nuqs";
import { pageFilters } from "@/components/table-address";

export const parts = ["payable", "blocked", "excluded"] as const;

/** What is looked at, for a reload and for a colleague. Whom of them somebody pays is ticked anew: that is decided by looking. */
export const payFilters = {
  /** Nobody named is everybody who is owed something. */
  affiliate: parseAsNativeArrayOf(parseAsString),
  /** Whether it was asked what would be paid. */
  preview: parseAsBoolean.withDefault(false),
  part: parseAsStringLiteral(parts),
  warnings: parseAsBoolean.withDefault(false),
  ...pageFilters,
  per_page: parseAsInteger.withDefault(50),
};
