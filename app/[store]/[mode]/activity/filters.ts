import { createLoader, type inferParserType, parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { pageFilters, parseAsDay, toPage } from "@/components/lists/table-address";
import { auditOutcomes } from "@/lib/contract/desk/audit-words";
import { addDays, startOfDay } from "@/lib/days";

export const activityFilters = {
  search: parseAsString.withDefault(""),
  what: parseAsString.withDefault(""),
  outcome: parseAsStringLiteral(auditOutcomes),
  in: parseAsStringLiteral(["live", "sandbox"]),
  person: parseAsString.withDefault(""),
  record: parseAsString.withDefault(""),
  from: parseAsDay,
  to: parseAsDay,
  /** The starts of all pages from the second to the shown one, because the activity list has no page numbers. */
  after: parseAsArrayOf(parseAsString).withDefault([]),
  per_page: pageFilters.per_page,
  hide: pageFilters.hide,
};

export type ActivityFilters = inferParserType<typeof activityFilters>;

export const loadActivityFilters = createLoader(activityFilters);

export function toNarrowing(filters: ActivityFilters, timeZone: string) {
  const { search, what, outcome, in: mode, person, record, from, to } = filters;
  return {
    ...(search && { text: search.slice(0, 100) }),
    ...(what && { operation: what.slice(0, 100) }),
    ...(outcome && { outcome }),
    ...(mode && { mode }),
    ...(person && { person: person.slice(0, 100) }),
    ...(record && { record: record.slice(0, 200) }),
    ...(from && { from: startOfDay(timeZone, from).toISOString() }),
    ...(to && { to: startOfDay(timeZone, addDays(to, 1)).toISOString() }),
  };
}

export function toActivityQuery(filters: ActivityFilters, timeZone: string) {
  const cursor = filters.after.at(-1);
  return {
    ...toNarrowing(filters, timeZone),
    ...(cursor !== undefined && /^\d{1,15}$/.test(cursor) && { cursor }),
    per_page: toPage({ ...filters, page: 1 }).per_page,
  };
}
