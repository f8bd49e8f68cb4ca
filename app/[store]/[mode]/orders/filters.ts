import { createLoader, type inferParserType, parseAsString } from "nuqs/server";
import { pageFilters, toPage } from "@/components/lists/table-address";

export const orderFilters = {
  search: parseAsString.withDefault(""),
  ...pageFilters,
};

export type OrderFilters = inferParserType<typeof orderFilters>;

export const loadOrderFilters = createLoader(orderFilters);

export const toQuery = (filters: OrderFilters) => ({
  ...toPage(filters),
  ...(filters.search && { search: filters.search }),
});
