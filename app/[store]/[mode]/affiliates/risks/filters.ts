import { createLoader, type inferParserType, parseAsStringLiteral } from "nuqs/server";
import { pageFilters, toPage } from "@/components/lists/table-address";
import { riskSigns } from "@/lib/contract/affiliate/risk-words";

export const riskFilters = {
  sign: parseAsStringLiteral(["", ...riskSigns]).withDefault(""),
  /** Without it, the last 30 days. */
  days: parseAsStringLiteral(["", "90"]).withDefault(""),
  ...pageFilters,
};

export const loadRiskFilters = createLoader(riskFilters);

export function toQuery(filters: inferParserType<typeof riskFilters>) {
  const { sign, days } = filters;
  return { ...toPage(filters), days: days || ("30" as const), ...(sign && { sign }) };
}
