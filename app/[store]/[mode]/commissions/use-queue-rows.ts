"use client";

import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDesk } from "@/lib/api/desk";
import type { Commission } from "@/lib/contract/affiliate/commissions";
import { type Decision, isOpen } from "./decisions";
import { type QueueFilters, toQuery } from "./filters";

const mostAhead = 4;

/**
 * The page that is asked for, without what was decided: the API still has that in its list for as long as it waits, so that
 * the rows behind it come from the pages behind.
 */
export function useQueueRows(filters: QueueFilters, decisions: ReadonlyMap<string, Decision>) {
  const { affiliate, extensions } = useDesk();
  const asked = toQuery(filters, extensions.affiliate);
  const list = useQuery({ ...affiliate.commissions.list.options({ query: asked }), placeholderData: keepPreviousData });
  const hides = filters.status === "pending";
  const total = list.data?.pagination.total ?? null;
  // An API that counts also says how many it gives at most, which may be fewer than it was asked for.
  const perPage = total === null ? asked.per_page : (list.data?.pagination.per_page ?? asked.per_page);
  const open = hides ? [...decisions.values()].filter(isOpen).length : 0;
  const behind = total === null ? mostAhead : Math.max(0, Math.ceil(total / perPage) - asked.page);
  const ahead = Math.min(mostAhead, behind, Math.ceil(open / perPage));
  const more = useQueries({
    queries: Array.from({ length: ahead }, (_, at) =>
      affiliate.commissions.list.options({ query: { ...asked, page: asked.page + at + 1 } }),
    ),
    combine: (results) => results.flatMap(({ data }) => data?.data ?? []),
  });
  const first = list.data?.data;

  return useMemo(() => {
    const found = new Map<string, Commission>();
    for (const row of [...(first ?? []), ...more]) found.set(row.id, row);
    // An API that does not know the filter gives everything.
    const fits = ({ status }: Commission) =>
      filters.status === "all" || status === undefined || status === filters.status;
    const left = [...found.values()].filter((row) => fits(row) && !(hides && decisions.has(row.id)));
    const hidden = found.size - left.length;
    return {
      list,
      asked,
      perPage,
      rows: first && left.slice(0, perPage),
      total: total === null ? null : Math.max(left.length, total - hidden),
      /** How many the API gave for this page, whatever became of them since. */
      given: first?.length ?? 0,
    };
  }, [first, more, decisions, filters.status, hides, total, perPage, list, asked]);
}
