"use client";

import { type RowData, useTable } from "@tanstack/react-table";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo, useRef } from "react";
import { Banner } from "./banner";
import { Button } from "./button";
import { EmptyState, type EmptyStateProps } from "./empty-state";
import { ErrorState } from "./error-state";
import { HydrateOnTouch } from "./hydrate-on-touch";
import { Pagination } from "./pagination";
import { ColumnChooser, useVisibility } from "./table-columns";
import { TableGrid, useTableKeys } from "./table-grid";
import { BulkBar, PhoneSort } from "./table-head";
import {
  columnLabel,
  features,
  type TableColumns,
  type TableCount,
  type TableError,
  type TableRowProps,
  type TableState,
  type TableStateChange,
} from "./table-types";

export type DataTableProps<Row extends RowData> = TableRowProps<Row> & {
  caption: string;
  /** Must be memoized or defined outside the component. */
  columns: TableColumns<Row>;
  /** Undefined while the first page loads. Without `count`, these are all rows, of which the table shows one page. */
  rows: readonly Row[] | undefined;
  count?: TableCount;
  rowId: (row: Row) => string;
  rowActions?: (row: Row) => ReactNode;
  state: TableState;
  onStateChange: TableStateChange;
  /** May include ids of rows on other pages. Without `onSelectionChange`, rows cannot be selected. */
  selection?: readonly string[];
  onSelectionChange?: (ids: string[]) => void;
  bulkActions?: ReactNode;
  /** Shown in the bulk bar when all rows of the page are selected: "Select all 240 that match". */
  selectAllMatching?: ReactNode;
  refreshing?: boolean;
  error?: TableError | null;
  onRetry?: () => void;
  empty: EmptyStateProps;
  filtered?: boolean;
  onClearFilters?: () => void;
  toolbar?: ReactNode;
  pageHref?: (page: number) => string;
  /** Explains which columns are hidden because no row has a value. Without it, they are shown. */
  withoutValues?: (columns: string[]) => string;
  /** Only one table on a page may bind J, K and X. */
  shortcuts?: boolean;
};

const none: never[] = [];
// A missing value must be recognised, so a column without `cell` shows its value as it is, not as a text.
const defaultColumn = { cell: ({ getValue }: { getValue: () => unknown }) => getValue() as ReactNode };

export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { state, onStateChange, selection = none, onSelectionChange, error, refreshing } = props;
  const t = useTranslations("ui");
  const { rows, count } = usePageOf(props);
  const { table, ref, onTableKey, hiddenBySelf, leftOut } = useSelectableTable(props, rows ?? none);

  const failed = error && rows === undefined;
  const isEmpty = rows?.length === 0 && !error;
  const nothingYet = isEmpty && !props.filtered && state.page === 1;

  return (
    <div className="min-w-0 rounded-lg border border-line bg-surface">
      {!nothingYet && (
        <div className="flex flex-wrap items-start gap-2 border-b border-line p-2.5 print:hidden">
          {props.toolbar && (
            <div className="min-w-0 flex-1 basis-72 max-sm:contents max-sm:*:contents">{props.toolbar}</div>
          )}
          <div className="ms-auto flex min-w-0 items-center gap-2 max-sm:contents">
            <PhoneSort table={table} state={state} onStateChange={onStateChange} />
            <ColumnChooser {...{ table, state, onStateChange, hiddenBySelf }} tableRef={ref} />
          </div>
        </div>
      )}
      {error && !failed && (
        <Banner
          tone="danger"
          title={error.title ?? t("table.stale")}
          action={error.action}
          onRetry={props.onRetry}
          className="rounded-none border-x-0 border-t-0"
        >
          {error.detail}
        </Banner>
      )}
      {onSelectionChange && (
        <BulkBar
          table={table}
          count={selection.length}
          onClear={() => onSelectionChange([])}
          selectAll={table.getIsAllPageRowsSelected() ? props.selectAllMatching : undefined}
        >
          {props.bulkActions}
        </BulkBar>
      )}
      {refreshing && (
        <div className="relative h-0">
          <div className="absolute inset-x-0 top-0 z-20 h-0.5 overflow-hidden">
            <div className="h-full w-1/3 animate-slide bg-accent" />
          </div>
        </div>
      )}
      {nothingYet ? (
        <EmptyState {...props.empty} />
      ) : failed ? (
        <ErrorState {...error} onRetry={props.onRetry} retrying={refreshing}>
          {error.detail}
        </ErrorState>
      ) : isEmpty ? (
        <NoRows {...props} total={count.total ?? 0} />
      ) : (
        <TableGrid {...props} table={table} tableRef={ref} loading={rows === undefined} onTableKey={onTableKey} />
      )}
      {leftOut.length > 0 && (
        <p className="border-t border-line px-4 py-2 text-xs text-pretty text-muted">
          {props.withoutValues?.(leftOut.map(columnLabel))}
        </p>
      )}
      {!nothingYet && !failed && !(isEmpty && count.total === 0) && (
        <HydrateOnTouch shows={[state.page, state.perPage, count.total, rows?.length]}>
          <Pagination
            {...count}
            state={state}
            onStateChange={onStateChange}
            shown={rows?.length ?? 0}
            loading={rows === undefined}
            pageHref={props.pageHref}
          />
        </HydrateOnTouch>
      )}
    </div>
  );
}

function usePageOf<Row extends RowData>({ rows, count, state: { page, perPage } }: DataTableProps<Row>) {
  return useMemo(() => {
    if (count) return { rows, count };
    const end = page * perPage;
    const total = rows?.length ?? null;
    return { rows: rows?.slice(end - perPage, end), count: { total, hasNext: total !== null && end < total } };
  }, [rows, count, page, perPage]);
}

function useSelectableTable<Row extends RowData>(props: DataTableProps<Row>, data: readonly Row[]) {
  const { selection = none, onSelectionChange } = props;
  const rowSelection = useMemo(() => Object.fromEntries(selection.map((id) => [id, true as const])), [selection]);
  const visibility = useVisibility(props.columns, props.withoutValues ? data : none, props.state.hidden);
  const table = useTable<typeof features, Row>({
    features,
    columns: visibility.columns,
    defaultColumn,
    data,
    getRowId: props.rowId,
    enableRowSelection: onSelectionChange !== undefined,
    state: { rowSelection, columnVisibility: visibility.columnVisibility },
    onRowSelectionChange: (change) => {
      const next = typeof change === "function" ? change(rowSelection) : change;
      onSelectionChange?.(Object.keys(next).filter((id) => next[id]));
    },
  });
  const ref = useRef<HTMLTableElement>(null);
  const toggle = (id: string, range: boolean) => {
    const row = table.getRow(id);
    row.getToggleSelectedHandler()({ target: { checked: !row.getIsSelected() }, shiftKey: range });
  };
  const onTableKey = useTableKeys(ref, onSelectionChange && toggle, props.shortcuts ?? true);
  return {
    table,
    ref,
    onTableKey,
    hiddenBySelf: visibility.hiddenBySelf,
    leftOut: table.getAllLeafColumns().filter(({ id }) => visibility.leftOut.includes(id)),
  };
}

type NoRowsProps = Pick<DataTableProps<never>, "filtered" | "onClearFilters" | "state" | "onStateChange">;

function NoRows({ total, filtered, onClearFilters, state, onStateChange }: NoRowsProps & { total: number }) {
  const t = useTranslations("ui.table");
  const lastPage = state.page > 1 ? Math.ceil(total / state.perPage) : 0;
  if (lastPage > 0) {
    return (
      <EmptyState
        title={t("pastEnd")}
        action={<Button onClick={() => onStateChange({ page: lastPage })}>{t("lastPage")}</Button>}
      >
        {t("pastEndHint", { last: lastPage })}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t(filtered ? "noResults" : "pastEnd")}
      action={
        filtered && onClearFilters ? (
          <Button onClick={onClearFilters}>{t("clearFilters")}</Button>
        ) : (
          <Button onClick={() => onStateChange({ page: 1 })}>{t("firstPage")}</Button>
        )
      }
    >
      {filtered && t("noResultsHint")}
    </EmptyState>
  );
}
