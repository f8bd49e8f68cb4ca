import { createLoader, type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { pageFilters, sortFilters, toPage } from "@/components/lists/table-address";
import { bundleSorts, bundleStatuses, bundleTypes } from "@/lib/contract/checkout/bundle-words";
import type { Bundle } from "@/lib/contract/checkout/bundles";

export const bundleFilters = {
  search: parseAsString.withDefault(""),
  type: parseAsStringLiteral(bundleTypes),
  status: parseAsStringLiteral(bundleStatuses),
  ...sortFilters(bundleSorts),
  ...pageFilters,
};

export type BundleFilters = inferParserType<typeof bundleFilters>;

export const loadBundleFilters = createLoader(bundleFilters);

/** Server and browser build the same query. */
export function toQuery(filters: BundleFilters) {
  const { search, type, status, sort, order } = filters;
  return {
    ...toPage(filters),
    sort,
    order,
    ...(type && { type }),
    ...(status && { status }),
    ...(search && { search }),
  };
}

export function toFilter({ search, type, status }: BundleFilters) {
  return { ...(search && { search }), ...(type && { type }), ...(status && { status }) };
}

/** A bundle's row shows its first product, so only that one is looked up. */
export function productIdsOf(bundles: readonly Bundle[] = []): (string | undefined)[] {
  return bundles.map(({ products }) => products?.[0]?.product_id);
}
