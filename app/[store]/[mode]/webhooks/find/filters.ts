import { createLoader, parseAsString } from "nuqs/server";

export const findFilters = { search: parseAsString.withDefault("") };

export const loadFindFilters = createLoader(findFilters);

/** Null without a search text. */
export function questionOf(search: string) {
  const text = search.trim().slice(0, 200);
  return text === "" ? null : { query: { search: text } };
}

/** A search returns at most this many events, the latest ones. */
export const mostFound = 50;

/** The query for the names of endpoints. */
export const allEndpoints = { query: { per_page: 100 } };
