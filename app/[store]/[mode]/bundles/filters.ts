import {
  createLoader,
  type inferParserType,
  parseAsArrayOf,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { bundleSorts, bundleStatuses, bundleTypes } from "@/lib/contract/checkout/bundle-words";

/** What the address of the list holds; each part is left out while it says nothing. */
export const bundleFilters = {
  search: parseAsString.withDefault(""),
  type: parseAsStringLiteral(bundleTypes),
  status: parseAsStringLiteral(bundleStatuses),
  sort: parseAsStringLiteral(bundleSorts).withDefault("created_at"),
  order: parseAsStringLiteral(["asc", "desc"] as const).withDefault("desc"),
  page: parseAsInteger.withDefault(1),
  per_page: parseAsInteger.withDefault(25),
  hide: parseAsArrayOf(parseAsString).withDefault([]),
};

export type BundleFilters = inferParserType<typeof bundleFilters>;

export const loadBundleFilters = createLoader(bundleFilters);

/** The operation's query, the same on the server and in the browser. Type and status are specified, the rest is ours. */
export function toQuery({ search, type, status, sort, order, page, per_page }: BundleFilters, extensions: boolean) {
  return {
    page: Math.max(1, page),
    per_page: Math.min(100, Math.max(1, per_page)),
    ...(type && { type }),
    ...(status && { status }),
    ...(extensions && { sort, order, ...(search && { search }) }),
  };
}

/** What of it says which bundles are meant, and not in which order or on which page they stand. */
export function toFilter({ search, type, status }: BundleFilters) {
  return { ...(search && { search }), ...(type && { type }), ...(status && { status }) };
}
