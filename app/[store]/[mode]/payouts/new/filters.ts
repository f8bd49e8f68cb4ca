import {
  createLoader,
  parseAsBoolean,
  parseAsInteger,
  parseAsNativeArrayOf,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { pageFilters } from "@/components/lists/table-address";

export const parts = ["payable", "blocked", "excluded"] as const;

/** Selected payouts are not in the address, because nobody should pay without having looked at the list. */
export const payFilters = {
  /** An empty list stands for everybody who is owed something. */
  affiliate: parseAsNativeArrayOf(parseAsString),
  part: parseAsStringLiteral(parts),
  warnings: parseAsBoolean.withDefault(false),
  ...pageFilters,
  per_page: parseAsInteger.withDefault(50),
};

export const loadPayFilters = createLoader(payFilters);

export const previewOf = (affiliates: readonly string[]) =>
  affiliates.length > 0 ? { affiliates: [...affiliates] } : {};
