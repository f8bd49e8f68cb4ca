import { createLoader, parseAsString } from "nuqs/server";

export const findFilters = { search: parseAsString.withDefault("") };

export const loadFindFilters = createLoader(findFilters);

/** Null where nothing is asked. */
export function questionOf(search: string) {
  const text = search.trim().slice(0, 200);
  return text === "" ? null : { query: { search: text } };
}

/** A search tells no more than so many, the latest. */
export const mostFound = 50;

/** For what endpoints are called. */
export const allEndpoints = { query: { per_page: 100 } };
