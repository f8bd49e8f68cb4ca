import {
  createLoader,
  type inferParserType,
  parseAsArrayOf,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { commissionSorts, commissionStatuses, commissionTypes } from "@/lib/contract/affiliate/commission-words";

/** What the address of the queue holds. It opens on what waits, the oldest first. */
export const queueFilters = {
  status: parseAsStringLiteral([...commissionStatuses, "all"]).withDefault("pending"),
  affiliate: parseAsString.withDefault(""),
  flagged: parseAsStringLiteral(["", "true", "false"]).withDefault(""),
  type: parseAsStringLiteral(["", ...commissionTypes]).withDefault(""),
  from: parseAsString.withDefault(""),
  sort: parseAsStringLiteral(commissionSorts).withDefault("created_at"),
  order: parseAsStringLiteral(["asc", "desc"]).withDefault("asc"),
  page: parseAsInteger.withDefault(1),
  per_page: parseAsInteger.withDefault(25),
  hide: parseAsArrayOf(parseAsString).withDefault([]),
  /** The commission that is looked at. */
  id: parseAsString.withDefault(""),
};

export type QueueFilters = inferParserType<typeof queueFilters>;

export const loadQueueFilters = createLoader(queueFilters);

/** The operation's query, the same on the server and in the browser, so that both speak of one cache entry. */
export function toQuery(filters: QueueFilters, extensions: boolean) {
  const { sort, order, page, per_page } = filters;
  const paging = { page: Math.max(1, page), per_page: Math.min(100, Math.max(1, per_page)) };
  return { ...paging, sort, order, ...toFilter(filters, extensions) };
}

export type ListFilter = ReturnType<typeof toFilter>;

/** What of it says which commissions are meant, and not in which order or on which page they stand. */
export function toFilter({ status, affiliate, flagged, type, from }: QueueFilters, extensions: boolean) {
  return {
    ...(status !== "all" && { status }),
    ...(/^\d{4}-\d\d-\d\d$/.test(from) && { created_after: from }),
    ...(extensions && affiliate && { affiliate_id: affiliate }),
    ...(extensions && flagged && { flagged }),
    ...(extensions && type && { type }),
  };
}
