"use client";

import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useDesk } from "@/lib/api/desk";
import type { Commission } from "@/lib/contract/affiliate/commissions";
import type { Page } from "@/lib/contract/common";
import { type Decision, isOpen } from "./decisions";
import { type QueueFilters, toQuery } from "./filters";
import { joinPages, type Reading } from "./queue-pages";

const mostAhead = 4;

/** Of one page of one list, as long as it is looked at. */
type Memory = { place: string; total: number | null; used: Reading<Commission>[]; seen: Set<string> };

const dataOf = (results: readonly { data: Page<Commission> | undefined }[]) => results.map(({ data }) => data);

const readingOf = (page: Page<Commission>): Reading<Commission> => ({
  rows: page.data,
  total: page.pagination.total ?? null,
});

/**
 * The page that is asked for, without what was decided: the API still has that in its list for as long as it waits, so that
 * the rows behind it come from the pages behind. What left the list meanwhile passes no row over.
 */
export function useQueueRows(filters: QueueFilters, decisions: ReadonlyMap<string, Decision>) {
  const { affiliate, extensions } = useDesk();
  const query = toQuery(filters, extensions.affiliate);
  const place = JSON.stringify(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same as long as it says the same, whichever row is looked at.
  const asked = useMemo(() => query, [place]);
  const read = (page: number) => affiliate.commissions.list.options({ query: { ...asked, page } });
  const list = useQuery({ ...read(asked.page), placeholderData: keepPreviousData });
  const hides = filters.status === "pending";
  const total = list.data?.pagination.total ?? null;
  // An API that counts also says how many it gives at most, which may be fewer than it was asked for.
  const perPage = total === null ? asked.per_page : (list.data?.pagination.per_page ?? asked.per_page);
  const open = hides ? [...decisions.values()].filter(isOpen).length : 0;
  const behind = total === null ? mostAhead : Math.max(0, Math.ceil(total / perPage) - asked.page);
  const ahead = Math.min(mostAhead, behind, Math.ceil(open / perPage));
  const more = useQueries({
    queries: Array.from({ length: ahead }, (_, at) => read(asked.page + at + 1)),
    combine: dataOf,
  });

  const memory = useRef<Memory | null>(null);
  const isHere = list.data !== undefined && !list.isPlaceholderData;
  if (hides && isHere && memory.current?.place !== place) memory.current = { place, total, used: [], seen: new Set() };
  const kept = memory.current?.place === place ? memory.current : null;
  // Then rows of this page stand on the one before it, where they would be passed over.
  const slid = kept !== null && asked.page > 1 && kept.total !== null && total !== null && total < kept.total;
  const previous = useQuery({ ...read(asked.page - 1), enabled: slid });
  const { data } = list;
  const before = previous.data;

  const pages = useMemo((): Reading<Commission>[] => {
    if (!data) return [];
    if (!kept) return [readingOf(data)];
    const first = before ? readingOf(before) : { rows: [], total: asked.page > 1 ? kept.total : null };
    const fresh = [first, data, ...more].map((page) => (page && "data" in page ? readingOf(page) : page));
    const used = joinPages(fresh, kept.used);
    kept.used = used;
    const [left, ...rest] = used;
    for (const { id } of rest.flatMap(({ rows }) => rows)) kept.seen.add(id);
    return [{ rows: left?.rows.filter(({ id }) => kept.seen.has(id)) ?? [], total: left?.total ?? null }, ...rest];
  }, [data, before, more, kept, asked.page]);

  const overtaken = kept !== null && total !== null && more.some((page) => (page?.pagination.total ?? total) < total);
  const { refetch } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reading of the pages ahead.
  useEffect(() => {
    if (overtaken) void refetch({ cancelRefetch: false });
  }, [overtaken, more]);

  const shown = useMemo(() => {
    const found = new Map(pages.flatMap(({ rows }) => rows.map((row) => [row.id, row])));
    // An API that does not know the filter gives everything.
    const fits = ({ status }: Commission) =>
      filters.status === "all" || status === undefined || status === filters.status;
    const left = [...found.values()].filter((row) => fits(row) && !(hides && decisions.has(row.id)));
    const hidden = found.size - left.length;
    return {
      rows: data && left.slice(0, perPage),
      total: total === null ? null : Math.max(left.length, total - hidden),
    };
  }, [pages, data, decisions, filters.status, hides, total, perPage]);

  /** `given`: how many the API gave for this page, whatever became of them since. */
  return { list, asked, perPage, ...shown, given: data?.data.length ?? 0 };
}
