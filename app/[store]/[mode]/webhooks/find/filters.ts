import { createLoader, parseAsString } from "nuqs/server";

export const findFilters = { search: parseAsString.withDefault("") };

export const loadFindFilters = createLoader(findFilters);

export function questionOf(search: string) {
  const text = search.trim().slice(0, 200);
  return text === "" ? null : { query: { search: text } };
}

/** A search returns at most this many events, the latest ones. */
export const mostFound = 50;

export const allEndpoints = { query: { per_page: 100 } };
