import {
  createLoader,
  parseAsBoolean,
  parseAsInteger,
  parseAsNativeArrayOf,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { pageFilters } from "@/components/table-address";

export const parts = ["payable", "blocked", "excluded"] as const;

/** What is looked at, for a reload and for a colleague. Whom of them somebody pays is ticked anew: that is decided by looking. */
export const payFilters = {
  /** Nobody named is everybody who is owed something. */
  affiliate: parseAsNativeArrayOf(parseAsString),
  part: parseAsStringLiteral(parts),
  warnings: parseAsBoolean.withDefault(false),
  ...pageFilters,
  per_page: parseAsInteger.withDefault(50),
};

export const loadPayFilters = createLoader(payFilters);

/** The request for a preview of these affiliates, or of all if none are named. */
export const previewOf = (affiliates: readonly string[]) =>
  affiliates.length > 0 ? { affiliates: [...affiliates] } : {};
