import {
  createLoader,
  type inferParserType,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { pageFilters, sortFilters, toPage } from "@/components/lists/table-address";
import { experimentSorts, experimentStatuses } from "@/lib/contract/checkout/experiment-words";
import { becameFilters } from "./results/decision";
import { scales } from "./results/verdict";

/** `lift` and `verdict` follow from results, so only the loaded page can be sorted by them. */
export const sorts = [...experimentSorts, "lift", "verdict"] as const;

/** The list and the page of an experiment show differences on the same scale. */
export const scaleFilter = parseAsStringLiteral(scales).withDefault("lift");

export const experimentFilters = {
  search: parseAsString.withDefault(""),
  status: parseAsString.withDefault(""),
  decide: parseAsBoolean.withDefault(false),
  became: parseAsStringLiteral(becameFilters),
  ...sortFilters(sorts),
  ...pageFilters,
  per_page: parseAsInteger.withDefault(50),
  scale: scaleFilter,
};

export type ExperimentFilters = inferParserType<typeof experimentFilters>;

export const loadExperimentFilters = createLoader(experimentFilters);

export function toQuery(filters: ExperimentFilters) {
  const { search, status, decide, became, sort, order } = filters;
  const known = experimentStatuses.find((word) => word === status);
  const asked = { ...toPage(filters), ...((decide || became) && { per_page: 100 }), ...(known && { status: known }) };
  const serverSort = sort !== "lift" && sort !== "verdict" && { sort, order };
  return { ...asked, ...serverSort, ...(search && { search }) };
}
