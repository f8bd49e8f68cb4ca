import { createLoader, type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { pageFilters, sortFilters, toPage } from "@/components/table-address";
import { bundleSorts, bundleStatuses, bundleTypes } from "@/lib/contract/checkout/bundle-words";
import type { Bundle } from "@/lib/contract/checkout/bundles";

/** The URL parameters of the list. Default values are left out. */
export const bundleFilters = {
  search: parseAsString.withDefault(""),
  type: parseAsStringLiteral(bundleTypes),
  status: parseAsStringLiteral(bundleStatuses),
  ...sortFilters(bundleSorts),
  ...pageFilters,
};

export type BundleFilters = inferParserType<typeof bundleFilters>;

export const loadBundleFilters = createLoader(bundleFilters);

/** The operation's query, the same on the server and in the browser. Type and status are specified, the rest is ours. */
export function toQuery(filters: BundleFilters, extensions: boolean) {
  const { search, type, status, sort, order } = filters;
  return {
    ...toPage(filters),
    ...(type && { type }),
    ...(status && { status }),
    ...(extensions && { sort, order, ...(search && { search }) }),
  };
}

/** The part of the query that selects bundles, without order and page. */
export function toFilter({ search, type, status }: BundleFilters) {
  return { ...(search && { search }), ...(type && { type }), ...(status && { status }) };
}

/** The products that a page of bundles names. */
export function productIdsOf(bundles: readonly Bundle[] = []): (string | undefined)[] {
  return bundles.map(({ products }) => products?.[0]?.product_id);
}
