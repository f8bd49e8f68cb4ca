import { createLoader, parseAsArrayOf, parseAsInteger, parseAsString } from "nuqs/server";

export const productFilters = {
  search: parseAsString.withDefault(""),
  page: parseAsInteger.withDefault(1),
  per_page: parseAsInteger.withDefault(25),
  hide: parseAsArrayOf(parseAsString).withDefault([]),
};

export const loadProductFilters = createLoader(productFilters);

/** The operation's input, the same on the server and in the browser. */
export function toProductInput({ search, page, per_page }: { search: string; page: number; per_page: number }) {
  return {
    params: { kind: "product" },
    query: {
      page: Math.max(1, page),
      per_page: Math.min(100, Math.max(1, per_page)),
      ...(search && { search }),
    },
  };
}
