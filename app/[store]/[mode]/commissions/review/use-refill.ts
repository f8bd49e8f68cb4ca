import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Commission } from "@/lib/contract/affiliate/commissions";
import type { Page } from "@/lib/contract/common";
import { isDecisionOpen, type ReviewDecision } from "./decisions";

/** Decided rows leave the list at once. When half of a page has left, the server fills the page: true until it has. */
export function useRefill(
  { data, isFetching, refetch }: Pick<UseQueryResult<Page<Commission>>, "data" | "isFetching" | "refetch">,
  decisions: ReadonlyMap<string, ReviewDecision>,
  shown: number,
): boolean {
  const all = data?.data ?? [];
  const total = data?.pagination.total ?? null;
  const hasMore = total === null ? all.length > 0 : total > all.length;
  // The server does not know the decisions that are being saved.
  const isKnown = all.some(({ id }) => {
    const decision = decisions.get(id);
    return decision !== undefined && decision.state !== "saving" && isDecisionOpen(decision);
  });
  const isShort = hasMore && isKnown && shown * 2 <= all.length;
  useEffect(() => {
    if (isShort && !isFetching) void refetch({ cancelRefetch: false });
  }, [isShort, isFetching, refetch]);
  return isShort;
}
