import { createLoader, type inferParserType, parseAsString } from "nuqs/server";
import { pageFilters, toPage } from "@/components/table-address";

export const orderFilters = {
  search: parseAsString.withDefault(""),
  ...pageFilters,
};

export type OrderFilters = inferParserType<typeof orderFilters>;

export const loadOrderFilters = createLoader(orderFilters);

/** The same query for an API that lists orders and for the remembered ids of one that does not. */
export const toListQuery = (filters: OrderFilters) => toPage(filters);
export const toSeenQuery = (filters: OrderFilters) => ({
  ...toPage(filters),
  ...(filters.search && { search: filters.search }),
});
