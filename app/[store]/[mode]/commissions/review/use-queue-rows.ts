"use client";

import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useDesk } from "@/lib/api/desk";
import type { Commission } from "@/lib/contract/affiliate/commissions";
import type { Page } from "@/lib/contract/common";
import { type QueueFilters, toQuery } from "../filters";
import { isOpen, type ReviewDecision } from "./decisions";

const mostAhead = 4;

/** What is known of one page of one list, kept while that page is visible. */
type Memory = { key: string; total: number | null; used: QueueReading<Commission>[]; seen: Set<string> };

const dataOf = (results: readonly { data: Page<Commission> | undefined }[]) => results.map(({ data }) => data);

const readingOf = (page: Page<Commission>): QueueReading<Commission> => ({
  rows: page.data,
  total: page.pagination.total ?? null,
});

/**
 * Returns a page without decided commissions. The API lists those until the decision is sent, so rows from later pages
 * fill their places. Rows that left the list in the meantime cause no gap.
 */
export function useQueueRows(filters: QueueFilters, decisions: ReadonlyMap<string, ReviewDecision>) {
  const { affiliate } = useDesk();
  const latest = toQuery(filters);
  const key = JSON.stringify(latest);
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the query's content, whichever row is open.
  const query = useMemo(() => latest, [key]);
  const read = (page: number) => affiliate.commissions.list.options({ query: { ...query, page } });
  const list = useQuery({ ...read(query.page), placeholderData: keepPreviousData });
  const hides = filters.status === "pending";
  const total = list.data?.pagination.total ?? null;
  // An API that counts also reports its page size, which may be smaller than requested.
  const perPage = total === null ? query.per_page : (list.data?.pagination.per_page ?? query.per_page);
  const open = hides ? [...decisions.values()].filter(isOpen).length : 0;
  const behind = total === null ? mostAhead : Math.max(0, Math.ceil(total / perPage) - query.page);
  const ahead = Math.min(mostAhead, behind, Math.ceil(open / perPage));
  const more = useQueries({
    queries: Array.from({ length: ahead }, (_, at) => read(query.page + at + 1)),
    combine: dataOf,
  });

  const memory = useRef<Memory | null>(null);
  const isCurrent = list.data !== undefined && !list.isPlaceholderData;
  if (hides && isCurrent && memory.current?.key !== key) memory.current = { key, total, used: [], seen: new Set() };
  const known = memory.current?.key === key ? memory.current : null;
  // A smaller total means that rows of this page moved to the page before, so that page is fetched as well.
  const moved = known !== null && query.page > 1 && known.total !== null && total !== null && total < known.total;
  const previous = useQuery({ ...read(query.page - 1), enabled: moved });
  const { data } = list;
  const before = previous.data;

  const pages = useMemo((): QueueReading<Commission>[] => {
    if (!data) return [];
    if (!known) return [readingOf(data)];
    const first = before ? readingOf(before) : { rows: [], total: query.page > 1 ? known.total : null };
    const fresh = [first, ...[data, ...more].map((page) => page && readingOf(page))];
    const used = joinPages(fresh, known.used);
    known.used = used;
    const [left, ...rest] = used;
    for (const { id } of rest.flatMap(({ rows }) => rows)) known.seen.add(id);
    return [{ rows: left?.rows.filter(({ id }) => known.seen.has(id)) ?? [], total: left?.total ?? null }, ...rest];
  }, [data, before, more, known, query.page]);

  const overtaken = known !== null && total !== null && more.some((page) => (page?.pagination.total ?? total) < total);
  const { refetch } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reading of the pages ahead.
  useEffect(() => {
    if (overtaken) void refetch({ cancelRefetch: false });
  }, [overtaken, more]);

  const shown = useMemo(() => {
    const found = new Map(pages.flatMap(({ rows }) => rows.map((row) => [row.id, row])));
    // An API that does not know the filter returns everything.
    const fits = ({ status }: Commission) =>
      filters.status === "all" || status === undefined || status === filters.status;
    const left = [...found.values()].filter((row) => fits(row) && !(hides && decisions.has(row.id)));
    const hidden = found.size - left.length;
    return {
      rows: data && left.slice(0, perPage),
      total: total === null ? null : Math.max(left.length, total - hidden),
    };
  }, [pages, data, decisions, filters.status, hides, total, perPage]);

  // Decided rows count as well, because the API returned them.
  const isFull = (data?.data.length ?? 0) >= perPage;
  const hasNext = shown.total === null ? isFull : query.page * perPage < shown.total;
  return {
    list,
    query,
    perPage,
    ...shown,
    count: { total: shown.total, hasNext },
    hasMore: shown.total === null ? isFull || query.page > 1 : shown.total > (shown.rows?.length ?? 0),
    refreshing: list.isFetching && list.isPlaceholderData,
  };
}

/** `total` is the number of matching rows when the page was read, or null if the API does not count. */
export type QueueReading<Row> = { rows: readonly Row[]; total: number | null };

/**
 * When rows disappear, later rows move forward. A row that crosses the border of two pages is missing if the second
 * page was read later, and on both pages if it was read earlier, which is harmless. The totals tell the order.
 */
const follows = (before: QueueReading<unknown>, next: QueueReading<unknown>): boolean =>
  before.total === null || next.total === null || next.total >= before.total;

/** Joins consecutive pages without gaps. A page read too late for the one before it keeps its earlier reading. */
export function joinPages<Row>(
  fresh: readonly (QueueReading<Row> | undefined)[],
  used: readonly QueueReading<Row>[],
): QueueReading<Row>[] {
  const joined: QueueReading<Row>[] = [];
  for (const [at, reading] of fresh.entries()) {
    const before = joined[at - 1];
    const next = [reading, used[at]].find((one) => one && (!before || follows(before, one)));
    if (!next) break;
    joined.push(next);
  }
  return joined;
}
