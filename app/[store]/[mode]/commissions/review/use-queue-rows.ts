"use client";

import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useDesk } from "@/lib/api/desk";
import type { Commission } from "@/lib/contract/affiliate/commissions";
import type { Page } from "@/lib/contract/common";
import { type QueueFilters, toQuery } from "../filters";
import { type Decision, isOpen } from "./decisions";
import { joinPages, type Reading } from "./queue-pages";

const mostAhead = 4;

/** What is known of one page of one list, kept while that page is visible. */
type Memory = { place: string; total: number | null; used: Reading<Commission>[]; seen: Set<string> };

const dataOf = (results: readonly { data: Page<Commission> | undefined }[]) => results.map(({ data }) => data);

const readingOf = (page: Page<Commission>): Reading<Commission> => ({
  rows: page.data,
  total: page.pagination.total ?? null,
});

/**
 * Returns a page without decided commissions. The API lists those until the decision is sent, so rows from later pages
 * fill their places. Rows that left the list in the meantime cause no gap.
 */
export function useQueueRows(filters: QueueFilters, decisions: ReadonlyMap<string, Decision>) {
  const { affiliate, extensions } = useDesk();
  const query = toQuery(filters, extensions.affiliate);
  const place = JSON.stringify(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the query's content, whichever row is open.
  const asked = useMemo(() => query, [place]);
  const read = (page: number) => affiliate.commissions.list.options({ query: { ...asked, page } });
  const list = useQuery({ ...read(asked.page), placeholderData: keepPreviousData });
  const hides = filters.status === "pending";
  const total = list.data?.pagination.total ?? null;
  // An API that counts also reports its page size, which may be smaller than requested.
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
  // A smaller total means that rows of this page moved to the page before, so that page is fetched as well.
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

  /** `given` counts the rows that the API returned, including decided ones. */
  return { list, asked, perPage, ...shown, given: data?.data.length ?? 0 };
}
