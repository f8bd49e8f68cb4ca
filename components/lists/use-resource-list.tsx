"use client";

import { keepPreviousData, type UseQueryOptions, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo, useState } from "react";
import { useErrorWords } from "@/components/query-error";
import { Button } from "@/components/ui/button";
import type { TableState } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { Page } from "@/lib/contract/common";
import type { ApiError } from "@/lib/contract/errors";
import { useAddressWith, useKeepListAddress } from "./list-address";
import { tableAddress } from "./table-address";
import { useUnreported } from "./unreported";
import { useDeletedIds } from "./use-delayed-changes";

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
  hasMore: boolean;
  refreshing: boolean;
};

const idOf = (row: object) => (row as { id: string }).id;

function useListTable<Row extends object>(
  { api, address, query, rowId = idOf }: Table<Row>,
  { list, rows, total, perPage, count, hasMore, refreshing }: Reading<Row>,
) {
  const [selection, everything, select] = useSelection(query);
  const words = useErrorWords();
  const unreported = useUnreported(api ?? "checkout");
  const addressWith = useAddressWith();
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
      pageHref: (page: number) => addressWith("page", page),
      ...(api && { withoutValues: unreported.columns }),
      ...(address.clear && { filtered: address.filtered, onClearFilters: address.clear }),
    },
  };
}

type Options<P extends Listed> = Table<P["data"][number]> & {
  read: UseQueryOptions<P, ApiError, P, readonly unknown[]>;
  /** The resource, if its rows can be deleted with an undo window. They leave the list at once. */
  undoable?: string;
  /** Further rows that leave the list at once. */
  gone?: ReadonlySet<string>;
};

export function useResourceList<P extends Listed>({ read, undoable = "", gone = nobody, ...options }: Options<P>) {
  type Row = P["data"][number];
  const { query, rowId = idOf } = options;
  const list = useQuery({ ...read, placeholderData: keepPreviousData });
  const deleted = useDeletedIds(undoable);

  const all: readonly Row[] | undefined = list.data?.data;
  const rows = useMemo(
    () => all?.filter((row) => !deleted.has(rowId(row)) && !gone.has(rowId(row))),
    [all, deleted, gone, rowId],
  );
  const { total = null, per_page = query.per_page } = list.data?.pagination ?? {};
  // An API that counts also reports its page size, which may be smaller than requested.
  const perPage = total === null ? query.per_page : per_page;
  const isFull = (all?.length ?? 0) >= perPage;
  const left = total === null ? null : total - ((all?.length ?? 0) - (rows?.length ?? 0));
  const table = useListTable<Row>(options, {
    list,
    rows,
    total: left,
    perPage,
    count: {
      total: left,
      hasNext: total === null ? isFull : query.page * perPage < total,
    },
    hasMore: total === null ? isFull || query.page > 1 : total > (all?.length ?? 0),
    // A list that is read again every few seconds would show its progress all the time.
    refreshing: read.refetchInterval ? list.isPlaceholderData : list.isFetching && !list.isPending,
  });
  return { list, rows, total: left, ...table };
}

const none: string[] = [];
const nobody: ReadonlySet<string> = new Set();

function useSelection(look: object) {
  const at = JSON.stringify(look);
  const [chosen, setChosen] = useState({ at, ids: none, all: false });
  const { ids, all } = chosen.at === at ? chosen : { ids: none, all: false };
  return [ids, all, (next: string[], every = false) => setChosen({ at, ids: next, all: every })] as const;
}

type Props = {
  chosen: boolean;
  total: number | null;
  onChange: (all: boolean) => void;
};

function SelectEverything({ chosen, total, onChange }: Props) {
  const t = useTranslations("everything");
  const { format } = useDesk();
  const named = { counted: total === null ? "no" : "yes", number: format.number(total ?? 0) };
  return (
    <span className="text-sm">
      {chosen && <span className="me-2 font-medium">{t("all", named)}</span>}
      <Button variant="link" className="text-sm" onClick={() => onChange(!chosen)}>
        {chosen ? t("onlyPage") : t("selectAll", named)}
      </Button>
    </span>
  );
}
