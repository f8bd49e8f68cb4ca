import { createLoader, type inferParserType, parseAsArrayOf, parseAsInteger, parseAsString } from "nuqs/server";

/** What the address of the list of endpoints holds. */
export const endpointFilters = {
  page: parseAsInteger.withDefault(1),
  per_page: parseAsInteger.withDefault(25),
  hide: parseAsArrayOf(parseAsString).withDefault([]),
};

export const loadEndpointFilters = createLoader(endpointFilters);

export const toEndpointQuery = ({ page, per_page }: inferParserType<typeof endpointFilters>) => ({
  page: Math.max(1, page),
  per_page: Math.min(100, Math.max(1, per_page)),
});
