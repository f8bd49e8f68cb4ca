import {
  createLoader,
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { experimentSorts, experimentStatuses } from "@/lib/contract/checkout/experiment-words";

/** By the last two only the page that is here can be sorted: they follow from its results. */
export const sorts = [...experimentSorts, "lift", "verdict"] as const;

export const experimentFilters = {
  search: parseAsString.withDefault(""),
  status: parseAsString.withDefault(""),
  /** Only what waits for a decision. */
  decide: parseAsBoolean.withDefault(false),
  sort: parseAsStringLiteral(sorts).withDefault("created_at"),
  order: parseAsStringLiteral(["asc", "desc"] as const).withDefault("desc"),
  page: parseAsInteger.withDefault(1),
  per_page: parseAsInteger.withDefault(50),
  hide: parseAsArrayOf(parseAsString).withDefault([]),
};

export type ExperimentFilters = inferParserType<typeof experimentFilters>;

export const loadExperimentFilters = createLoader(experimentFilters);

/** The operation's query, the same on the server and in the browser, so that both speak of one cache entry. */
export function toQuery(
  { search, status, decide, sort, order, page, per_page }: ExperimentFilters,
  extensions: boolean,
) {
  const known = experimentStatuses.find((word) => word === status);
  const asked = {
    page: Math.max(1, page),
    per_page: decide ? 100 : Math.min(100, Math.max(1, per_page)),
    ...(known && { status: known }),
  };
  if (!extensions) return asked;
  const serverSort = sort !== "lift" && sort !== "verdict" && { sort, order };
  return { ...asked, ...serverSort, ...(search && { search }) };
}
