import { createLoader, type inferParserType, parseAsInteger, parseAsString } from "nuqs/server";
import { parseAsDay } from "@/components/figures/day-address";
import { pageFilters, toPage } from "@/components/lists/table-address";
import type { deliveryStatuses } from "@/lib/contract/checkout/webhook-words";
import type { EventType } from "@/lib/contract/event-words";
import { addDays, startOfDay } from "@/lib/days";

export const logFilters = {
  search: parseAsString.withDefault(""),
  status: parseAsString.withDefault(""),
  event: parseAsString.withDefault(""),
  code: parseAsInteger,
  from: parseAsDay,
  to: parseAsDay,
  ...pageFilters,
};

export type LogFilters = inferParserType<typeof logFilters>;

export const loadLogFilters = createLoader(logFilters);

/** Days are in the store's time zone. */
export function toLogFilter({ search, status, event, code, from, to }: LogFilters, timeZone: string) {
  return {
    ...(search && { search }),
    ...(status && { status: status as (typeof deliveryStatuses)[number] }),
    ...(event && { event_type: event as EventType }),
    ...(code !== null && { response_code: code }),
    ...(from && { since: startOfDay(timeZone, from).toISOString() }),
    ...(to && { until: startOfDay(timeZone, addDays(to, 1)).toISOString() }),
  };
}

export const toLogQuery = (filters: LogFilters, timeZone: string) => ({
  ...toLogFilter(filters, timeZone),
  ...toPage(filters),
});

export const isFiltered = (filters: LogFilters): boolean => Object.keys(toLogFilter(filters, "UTC")).length > 0;
