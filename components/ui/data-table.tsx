// biome-ignore-all lint/a11y/noRedundantRoles: the card layout of a phone changes `display`, which takes the meaning away.
"use client";

import { type RowData, useTable } from "@tanstack/react-table";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useMemo, useRef, useState } from "react";
import { Banner } from "./banner";
import { Button } from "./button";
import { cn } from "./cn";
import { EmptyState, type EmptyStateProps } from "./empty-state";
import { ErrorState } from "./error-state";
import { Pagination } from "./pagination";
import { useRowMenu } from "./row-menu";
import { BulkBar } from "./table-bulk";
import { ColumnChooser } from "./table-columns";
import { PhoneSort, TableHead } from "./table-head";
import { SkeletonRows, TableRows } from "./table-rows";
import {
  columnLabel,
  features,
  type TableColumns,
  type TableCount,
  type TableError,
  type TableInstance,
  type TableState,
  type TableStateChange,
} from "./table-types";
import { useVisibility } from "./table-visibility";
import { useTableKeys } from "./use-table-keys";

export type DataTableProps<Row extends RowData> = {
  caption: string;
  /** Must be memoized or defined outside the component. */
  columns: TableColumns<Row>;
  /** Undefined while the first page loads. Without `count`, these are all rows, of which the table shows one page. */
  rows: readonly Row[] | undefined;
  count?: TableCount;
  rowId: (row: Row) => string;
  /** The name of the row's check box and menu. */
  rowName: (row: Row) => string;
  rowHref?: (row: Row) => string;
  /** Opens a row without leaving the page; its link still works for other tabs. */
  onRowOpen?: (row: Row) => void;
  /** The row whose details are shown beside the list. */
  currentRow?: string;
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
// A column without `cell` shows its value as it is, not as a text, so that a missing value is recognised.
const defaultColumn = { cell: ({ getValue }: { getValue: () => unknown }) => getValue() as ReactNode };

export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { columns, rowId, state, onStateChange, selection = none, onSelectionChange, error, refreshing } = props;
  const t = useTranslations("ui");
  const ref = useRef<HTMLTableElement>(null);
  const { rows, count } = usePageOf(props);
  const selectable = onSelectionChange !== undefined;

  const rowSelection = useMemo(() => Object.fromEntries(selection.map((id) => [id, true as const])), [selection]);
  const data = rows ?? none;
  const { withoutValues, leftOut, columnVisibility } = useVisibility(
    columns,
    props.withoutValues ? data : none,
    state.hidden,
  );
  const table = useTable<typeof features, Row>({
    features,
    columns,
    defaultColumn,
    data,
    getRowId: rowId,
    enableRowSelection: selectable,
    state: { rowSelection, columnVisibility },
    onRowSelectionChange: (change) => {
      const next = typeof change === "function" ? change(rowSelection) : change;
      onSelectionChange?.(Object.keys(next).filter((id) => next[id]));
    },
  });
  const toggle = (id: string, range: boolean) => {
    const row = table.getRow(id);
    row.getToggleSelectedHandler()({ target: { checked: !row.getIsSelected() }, shiftKey: range });
  };
  const onTableKey = useTableKeys(ref, selectable ? toggle : undefined, props.shortcuts ?? true);

  const failed = error && rows === undefined;
  const isEmpty = rows?.length === 0 && !error;
  const nothingYet = isEmpty && !props.filtered && state.page === 1;

  return (
    <div className="min-w-0 rounded-lg border border-line bg-surface">
      {!nothingYet && (
        <div className="flex flex-wrap items-start gap-2 border-b border-line p-2.5 print:hidden">
          {props.toolbar && <div className="min-w-0 flex-1 basis-72">{props.toolbar}</div>}
          <div className="ms-auto flex min-w-0 items-center gap-2 max-sm:w-full">
            <PhoneSort table={table} state={state} onStateChange={onStateChange} />
            <ColumnChooser table={table} state={state} onStateChange={onStateChange} withoutValues={withoutValues} />
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
      {selectable && (
        <BulkBar
          table={table}
          count={selection.length}
          onClear={() => onSelectionChange([])}
          selectAll={table.getIsAllPageRowsSelected() ? props.selectAllMatching : undefined}
        >
          {props.bulkActions}
        </BulkBar>
      )}
      <div className="relative h-0 overflow-visible">
        {refreshing && (
          <div className="absolute inset-x-0 top-0 z-20 h-0.5 overflow-hidden">
            <div className="h-full w-1/3 animate-slide bg-accent" />
          </div>
        )}
      </div>
      {nothingYet ? (
        <EmptyState {...props.empty} />
      ) : failed ? (
        <ErrorState
          title={error.title}
          onRetry={props.onRetry}
          retrying={refreshing}
          requestId={error.requestId}
          action={error.action}
        >
          {error.detail}
        </ErrorState>
      ) : isEmpty ? (
        <NoRows {...props} total={count.total ?? 0} />
      ) : (
        <Grid {...props} table={table} tableRef={ref} loading={rows === undefined} onTableKey={onTableKey} />
      )}
      {leftOut.length > 0 && (
        <p className="border-t border-line px-4 py-2 text-xs text-pretty text-muted">
          {props.withoutValues?.(
            table
              .getAllLeafColumns()
              .filter(({ id }) => leftOut.includes(id))
              .map(columnLabel),
          )}
        </p>
      )}
      {!nothingYet && !failed && !(isEmpty && count.total === 0) && (
        <Pagination
          {...count}
          state={state}
          onStateChange={onStateChange}
          shown={data.length}
          loading={rows === undefined}
          pageHref={props.pageHref}
        />
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

type NoRowsProps = Pick<DataTableProps<never>, "filtered" | "onClearFilters" | "state" | "onStateChange">;

/** Nothing matches the filters, or the address names a page after the last one. */
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

type GridProps<Row extends RowData> = DataTableProps<Row> & {
  table: TableInstance<Row>;
  tableRef: RefObject<HTMLTableElement | null>;
  loading: boolean;
  onTableKey: (event: KeyboardEvent<HTMLTableElement>) => void;
};

function Grid<Row extends RowData>({ table, tableRef, loading, onTableKey, ...props }: GridProps<Row>) {
  const { caption, rowName, rowActions, state, onStateChange } = props;
  const t = useTranslations("ui");
  const [scroller, { overflows, more }] = useOverflow();
  const { openRow, menuId, listeners, menu } = useRowMenu();
  const shape = { table, selectable: props.onSelectionChange !== undefined, hasActions: rowActions !== undefined };
  const rowOf = (id: string) => table.getRowModel().rows.find((row) => row.id === id)?.original;
  return (
    <div className="relative">
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the label comes with the role. */}
      <div
        ref={scroller}
        data-overflows={overflows ? "" : undefined}
        role={overflows ? "region" : undefined}
        aria-label={overflows ? caption : undefined}
        tabIndex={overflows ? 0 : undefined}
        className={cn("group/table", overflows ? "relative overflow-x-auto overscroll-x-contain" : "overflow-x-clip")}
      >
        <table
          ref={tableRef}
          role="table"
          aria-busy={loading || props.refreshing || undefined}
          {...listeners}
          onKeyDown={(event) => {
            if (!listeners.onKeyDown(event)) onTableKey(event);
          }}
          className="w-full border-separate border-spacing-0 text-sm max-sm:block max-sm:[&_tbody]:block"
        >
          <caption className="sr-only">{loading ? t("loading") : caption}</caption>
          <TableHead {...shape} state={state} onStateChange={onStateChange} />
          {loading ? (
            <SkeletonRows {...shape} rows={Math.min(state.perPage, 20)} />
          ) : (
            <TableRows
              {...shape}
              rowName={rowName}
              rowHref={props.rowHref}
              onRowOpen={props.onRowOpen}
              currentRow={props.currentRow}
              openRow={openRow}
              menuId={menuId}
            />
          )}
        </table>
      </div>
      {rowActions &&
        menu(
          (id) => {
            const row = rowOf(id);
            return t("table.rowActions", { name: row ? rowName(row) : id });
          },
          (id) => {
            const row = rowOf(id);
            return row && rowActions(row);
          },
        )}
      {more && (
        <div
          aria-hidden
          data-testid="more-columns"
          className="pointer-events-none absolute inset-y-0 end-0 w-10 border-e-2 border-accent/60 bg-linear-to-l from-ink/18 to-transparent rtl:bg-linear-to-r"
        />
      )}
    </div>
  );
}

/**
 * A box that scrolls sideways keeps the header from sticking to the page, so it scrolls only if the table is too wide.
 * `more` is true until it was scrolled to its end, because not every system draws a scroll bar.
 */
function useOverflow() {
  const [state, setState] = useState({ overflows: false, more: false });
  const ref = useCallback((box: HTMLDivElement) => {
    const content = box.firstElementChild;
    if (!content) return;
    const look = () => {
      const overflows = content.scrollWidth > box.clientWidth + 1;
      const more = overflows && Math.abs(box.scrollLeft) + box.clientWidth < content.scrollWidth - 1;
      setState((last) => (last.overflows === overflows && last.more === more ? last : { overflows, more }));
    };
    const observer = new ResizeObserver(look);
    observer.observe(box);
    observer.observe(content);
    box.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", look);
    };
  }, []);
  return [ref, state] as const;
}
