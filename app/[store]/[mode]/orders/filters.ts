import { createLoader, type inferParserType, parseAsArrayOf, parseAsInteger, parseAsString } from "nuqs/server";

export const orderFilters = {
  search: parseAsString.withDefault(""),
  page: parseAsInteger.withDefault(1),
  per_page: parseAsInteger.withDefault(25),
  hide: parseAsArrayOf(parseAsString).withDefault([]),
};

export type OrderFilters = inferParserType<typeof orderFilters>;

export const loadOrderFilters = createLoader(orderFilters);

const paging = ({ page, per_page }: OrderFilters) => ({
  page: Math.max(1, page),
  per_page: Math.min(100, Math.max(1, per_page)),
});

/** Orders of an API that lists them, and ids that were seen of one that does not: the same in both places. */
export const toListQuery = (filters: OrderFilters) => paging(filters);
export const toSeenQuery = (filters: OrderFilters) => ({
  ...paging(filters),
  ...(filters.search && { search: filters.search }),
});
