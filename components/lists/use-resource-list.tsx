"use client";

import { keepPreviousData, type UseQueryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useErrorWords } from "@/components/query-error";
import type { TableState } from "@/components/ui/table-types";
import type { Page } from "@/lib/contract/common";
import type { ApiError } from "@/lib/contract/errors";
import { useHeldIds } from "./held";
import { useKeepListAddress } from "./list-address";
import { usePageAddress } from "./page-address";
import { SelectEverything } from "./select-everything";
import { tableAddress } from "./table-address";
import { useUnreported } from "./unreported";
import { useSelection } from "./use-selection";

type Query = { page: number; per_page: number; sort?: string; order?: TableState["order"] };
type Address = {
  filters: { hide: readonly string[] };
  setFilters(change: object): unknown;
  filtered?: boolean;
  clear?: () => void;
};

type Listed = { data: readonly object[]; pagination?: Page<object>["pagination"] };

type Table<Row> = {
  /** The service that may leave out fields; without it, every field is known. */
  api?: "checkout" | "affiliate" | undefined;
  address: Address;
  query: Query;
  rowId?: ((row: Row) => string) | undefined;
};

type Reading<Row> = {
  list: Pick<UseQueryResult, "error" | "refetch">;
  rows: readonly Row[] | undefined;
  /** The number of matching rows, or null if the API does not count. */
  total: number | null;
  perPage: number;
  count: { total: number | null; hasNext: boolean };
  /** Whether more rows match than are shown. */
  hasMore: boolean;
  refreshing: boolean;
};

const idOf = (row: object) => (row as { id: string }).id;

/** Connects the rows of a list to the address, the selection and the table. */
export function useListTable<Row extends object>(
  { api, address, query, rowId = idOf }: Table<Row>,
  { list, rows, total, perPage, count, hasMore, refreshing }: Reading<Row>,
) {
  const [selection, everything, select] = useSelection(query);
  const words = useErrorWords();
  const unreported = useUnreported(api ?? "checkout");
  const pageHref = usePageAddress();
  useKeepListAddress();

  /** Properties of a table whose rows can be selected; `all` lets people select every matching row of a longer list. */
  const selects = (bulkActions: ReactNode, { all = false } = {}) => ({
    selection,
    onSelectionChange: (ids: string[]) => select(ids),
    selectAllMatching: all && hasMore && (
      <SelectEverything chosen={everything} total={total} onChange={(every) => select(rows?.map(rowId) ?? [], every)} />
    ),
    bulkActions,
  });

  return {
    selects,
    selection,
    select: (ids: string[]) => select(ids),
    /** The selected rows of this page. */
    selected: rows?.filter((row) => selection.includes(rowId(row))) ?? [],
    everything,
    clearSelection: () => select([]),
    table: {
      rows,
      rowId,
      count,
      state: {
        sort: query.sort ?? null,
        order: query.order ?? "desc",
        page: query.page,
        perPage,
        hidden: address.filters.hide,
      },
      onStateChange: (change: Partial<TableState>) => void address.setFilters(tableAddress(change)),
      refreshing,
      error: list.error ? words(list.error) : null,
      onRetry: () => void list.refetch(),
      pageHref,
      ...(api && { withoutValues: unreported.columns }),
      ...(address.clear && { filtered: address.filtered, onClearFilters: address.clear }),
    },
  };
}

type Options<P extends Listed> = Table<P["data"][number]> & {
  read: UseQueryOptions<P, ApiError, P, readonly unknown[]>;
  /** The resource whose rows are hidden during their deletion. */
  held?: string;
};

/** Reads a page of a list and connects it to the address, the selection and the table. */
export function useResourceList<P extends Listed>({ read, held = "", ...options }: Options<P>) {
  type Row = P["data"][number];
  const { query, rowId = idOf } = options;
  const list = useQuery({ ...read, placeholderData: keepPreviousData });
  const heldIds = useHeldIds(held);

  const all: readonly Row[] | undefined = list.data?.data;
  const rows = useMemo(() => all?.filter((row) => !heldIds.has(rowId(row))), [all, heldIds, rowId]);
  const { total = null, per_page = query.per_page } = list.data?.pagination ?? {};
  // An API that counts also reports its page size, which may be smaller than requested.
  const perPage = total === null ? query.per_page : per_page;
  const isFull = (all?.length ?? 0) >= perPage;
  const hidden = (all?.length ?? 0) - (rows?.length ?? 0);
  const table = useListTable<Row>(options, {
    list,
    rows,
    total,
    perPage,
    count: {
      total: total === null ? null : total - hidden,
      hasNext: total === null ? isFull : query.page * perPage < total,
    },
    hasMore: total === null ? isFull || query.page > 1 : total > (rows?.length ?? 0),
    // A list that is read again every few seconds would show its progress all the time.
    refreshing: read.refetchInterval ? list.isPlaceholderData : list.isFetching && !list.isPending,
  });
  return { list, rows, total, ...table };
}
