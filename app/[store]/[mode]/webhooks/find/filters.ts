import { createLoader, parseAsString } from "nuqs/server";

export const findFilters = { search: parseAsString.withDefault("") };

export const loadFindFilters = createLoader(findFilters);

/** Null where nothing is asked. */
export function questionOf(search: string) {
  const text = search.trim().slice(0, 200);
  return text === "" ? null : { query: { search: text } };
}

/** For what endpoints are called. */
export const allEndpoints = { query: { per_page: 100 } };
