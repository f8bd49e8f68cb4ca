import {
  createLoader,
  type inferParserType,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { pageFilters, sortFilters, toPage } from "@/components/table-address";
import { experimentSorts, experimentStatuses } from "@/lib/contract/checkout/experiment-words";
import { scales } from "./verdict";

/** By the last two only the page that is here can be sorted: they follow from its results. */
export const sorts = [...experimentSorts, "lift", "verdict"] as const;

/** Differences are shown on one scale at a time, the same in the list and on the page of an experiment. */
export const scaleFilter = parseAsStringLiteral(scales).withDefault("lift");

export const experimentFilters = {
  search: parseAsString.withDefault(""),
  status: parseAsString.withDefault(""),
  /** Only what waits for a decision. */
  decide: parseAsBoolean.withDefault(false),
  ...sortFilters(sorts),
  ...pageFilters,
  per_page: parseAsInteger.withDefault(50),
  scale: scaleFilter,
};

export type ExperimentFilters = inferParserType<typeof experimentFilters>;

export const loadExperimentFilters = createLoader(experimentFilters);

/** The operation's query, the same on the server and in the browser, so that both speak of one cache entry. */
export function toQuery(filters: ExperimentFilters, extensions: boolean) {
  const { search, status, decide, sort, order } = filters;
  const known = experimentStatuses.find((word) => word === status);
  const asked = {
    ...toPage(filters),
    ...(decide && { per_page: 100 }),
    ...(known && { status: known }),
  };
  if (!extensions) return asked;
  const serverSort = sort !== "lift" && sort !== "verdict" && { sort, order };
  return { ...asked, ...serverSort, ...(search && { search }) };
}
