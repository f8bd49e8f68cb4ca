import { createLoader, type inferParserType, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { pageFilters, sortFilters, toPage } from "@/components/lists/table-address";
import { commissionSorts, commissionStatuses, commissionTypes } from "@/lib/contract/affiliate/commission-words";

/** The queue opens on pending commissions, oldest first. */
export const queueFilters = {
  status: parseAsStringLiteral([...commissionStatuses, "all"]).withDefault("pending"),
  affiliate: parseAsString.withDefault(""),
  flagged: parseAsStringLiteral(["", "true", "false"]).withDefault(""),
  type: parseAsStringLiteral(["", ...commissionTypes]).withDefault(""),
  from: parseAsString.withDefault(""),
  ...sortFilters(commissionSorts, "asc"),
  ...pageFilters,
  id: parseAsString.withDefault(""),
};

export type QueueFilters = inferParserType<typeof queueFilters>;

export const loadQueueFilters = createLoader(queueFilters);

export function toQuery(filters: QueueFilters) {
  const { sort, order } = filters;
  return { ...toPage(filters), sort, order, ...toFilter(filters) };
}

export type CommissionFilter = ReturnType<typeof toFilter>;

export function toFilter({ status, affiliate, flagged, type, from }: QueueFilters) {
  return {
    ...(status !== "all" && { status }),
    ...(/^\d{4}-\d\d-\d\d$/.test(from) && { created_after: from }),
    ...(affiliate && { affiliate_id: affiliate }),
    ...(flagged && { flagged }),
    ...(type && { type }),
  };
}
