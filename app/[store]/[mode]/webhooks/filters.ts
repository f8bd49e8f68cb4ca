import { createLoader, type inferParserType, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { pageFilters, parseAsDay, toPage } from "@/components/lists/table-address";
import { deliveryStatuses } from "@/lib/contract/checkout/webhook-words";
import { eventTypes } from "@/lib/contract/event-words";
import { addDays, startOfDay } from "@/lib/days";

export const logFilters = {
  search: parseAsString.withDefault(""),
  status: parseAsStringLiteral(deliveryStatuses),
  event: parseAsStringLiteral(eventTypes),
  code: parseAsInteger,
  from: parseAsDay,
  to: parseAsDay,
  ...pageFilters,
};

export const narrowing = ["search", "status", "event", "code", "from", "to"] as const;

type LogFilters = inferParserType<typeof logFilters>;

export const loadLogFilters = createLoader(logFilters);

/** Days are in the store's time zone. */
export function toLogFilter({ search, status, event, code, from, to }: LogFilters, timeZone: string) {
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(event && { event_type: event }),
    ...(code !== null && { response_code: code }),
    ...(from && { since: startOfDay(timeZone, from).toISOString() }),
    ...(to && { until: startOfDay(timeZone, addDays(to, 1)).toISOString() }),
  };
}

export const toLogQuery = (filters: LogFilters, timeZone: string) => ({
  ...toLogFilter(filters, timeZone),
  ...toPage(filters),
});

export const findFilters = { search: parseAsString.withDefault("") };

export const loadFindFilters = createLoader(findFilters);

export function questionOf(search: string) {
  const text = search.trim().slice(0, 200);
  return text === "" ? null : { query: { search: text } };
}

export const mostFound = 50;

export const allEndpoints = { query: { per_page: 100 } };

/** A doctor that was opened from a delivery starts with that event. Pasted text never becomes part of an address. */
export const ownEvent = { endpoint: parseAsString.withDefault(""), delivery: parseAsString.withDefault("") };

export const loadOwnEvent = createLoader(ownEvent);
