"use client";

import { keepPreviousData, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useMemo } from "react";
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

type Asked = { page: number; per_page: number };
type Filters = { sort?: string | null; order?: TableState["order"]; hide: string[] };

type Given<Row, Sort extends string> = {
  api: "checkout" | "affiliate";
  options: UseQueryOptions<Page<Row>, ApiError, Page<Row>, readonly unknown[]>;
  asked: Asked;
  filters: Filters;
  setFilters: (change: ReturnType<typeof tableAddress<Sort>>) => unknown;
  /** The resource whose rows are hidden during their deletion. */
  held?: string;
  enabled?: boolean;
};

/** Reads a page of a list and connects it to the address, the selection and the table. */
export function useResourceList<Row extends { id: string }, Sort extends string>(given: Given<Row, Sort>) {
  const { api, options, asked, filters, setFilters, held = "", enabled = true } = given;
  const list = useQuery({ ...options, enabled, placeholderData: keepPreviousData });
  const [selection, everything, select] = useSelection(asked);
  const heldIds = useHeldIds(held);
  const words = useErrorWords();
  const unreported = useUnreported(api);
  const pageHref = usePageAddress();
  useKeepListAddress();

  const read = list.data?.data;
  const rows = useMemo(() => read?.filter(({ id }) => !heldIds.has(id)), [read, heldIds]);
  const { total = null, per_page = asked.per_page } = list.data?.pagination ?? {};
  // An API that counts also reports its page size, which may be smaller than requested.
  const perPage = total === null ? asked.per_page : per_page;
  const isFull = (read?.length ?? 0) >= perPage;
  const hidden = (read?.length ?? 0) - (rows?.length ?? 0);
  const hasMore = total === null ? isFull || asked.page > 1 : total > (rows?.length ?? 0);
  const { sort = null, order = "desc", hide } = filters;

  /** Properties of a table whose rows can be selected; `all` lets people select every matching row of a longer list. */
  const selects = (bulkActions: ReactNode, { all = false } = {}) => ({
    selection,
    onSelectionChange: (ids: string[]) => select(ids),
    selectAllMatching: all && hasMore && (
      <SelectEverything
        chosen={everything}
        total={total}
        onChange={(every) => select(rows?.map(({ id }) => id) ?? [], every)}
      />
    ),
    bulkActions: <Suspense>{bulkActions}</Suspense>,
  });

  return {
    list,
    rows,
    total,
    selects,
    /** The selected rows of this page. */
    selected: rows?.filter(({ id }) => selection.includes(id)) ?? [],
    everything,
    clearSelection: () => select([]),
    table: {
      rows,
      rowId: ({ id }: Row) => id,
      count: {
        total: total === null ? null : total - hidden,
        hasNext: total === null ? isFull : asked.page * perPage < total,
      },
      state: { sort, order, page: asked.page, perPage, hidden: hide },
      onStateChange: (change: Partial<TableState>) => void setFilters(tableAddress<Sort>(change)),
      refreshing: list.isFetching && !list.isPending,
      error: list.error ? words(list.error) : null,
      onRetry: () => void list.refetch(),
      withoutValues: unreported.columns,
      pageHref,
    },
  };
}
