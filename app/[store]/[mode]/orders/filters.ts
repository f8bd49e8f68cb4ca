import { createLoader, type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { pageFilters, parseAsDay, sortFilters, toPage } from "@/components/lists/table-address";
import { orderSorts, orderStatuses } from "@/lib/contract/checkout/order-words";

export const orderFilters = {
  search: parseAsString.withDefault(""),
  from: parseAsDay,
  to: parseAsDay,
  status: parseAsStringLiteral(orderStatuses),
  confirmed: parseAsStringLiteral(["true", "false"]),
  upsell_id: parseAsString.withDefault(""),
  bundle_id: parseAsString.withDefault(""),
  variant: parseAsString.withDefault(""),
  ...sortFilters(orderSorts),
  sort: parseAsStringLiteral(orderSorts).withDefault("placed_at"),
  ...pageFilters,
};

export type OrderFilters = inferParserType<typeof orderFilters>;

export const loadOrderFilters = createLoader(orderFilters);

export function toQuery(filters: OrderFilters) {
  const { search, from, to, status, confirmed, upsell_id, bundle_id, variant, sort, order } = filters;
  return {
    ...toPage(filters),
    sort,
    order,
    ...(search && { search: search.slice(0, 200) }),
    ...(from && { start_date: from }),
    ...(to && { end_date: to }),
    ...(status && { status }),
    ...(confirmed && { confirmed }),
    ...(upsell_id && { upsell_id }),
    ...(bundle_id && { bundle_id }),
    ...(variant && { variant }),
  };
}
