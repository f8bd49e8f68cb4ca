import { createLoader, type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { pageFilters, sortFilters, toPage } from "@/components/lists/table-address";
import { attributedOrderSorts, type attributedOrderStatuses } from "@/lib/contract/affiliate/affiliate-words";

export const attributedOrderFilters = {
  status: parseAsString.withDefault(""),
  affiliate_id: parseAsString.withDefault(""),
  attributed: parseAsStringLiteral(["false"]),
  created_after: parseAsString.withDefault(""),
  ...sortFilters(attributedOrderSorts),
  ...pageFilters,
};

export type AttributedOrderFilters = inferParserType<typeof attributedOrderFilters>;

export const loadAttributedOrderFilters = createLoader(attributedOrderFilters);

export function toQuery(filters: AttributedOrderFilters) {
  const { status, affiliate_id, attributed, created_after, sort, order } = filters;
  return {
    ...toPage(filters),
    sort,
    order,
    // Another API may have other statuses, so any word is sent.
    ...(status && { status: status as (typeof attributedOrderStatuses)[number] }),
    ...(created_after && { created_after }),
    ...(affiliate_id && { affiliate_id }),
    ...(attributed && { attributed }),
  };
}
