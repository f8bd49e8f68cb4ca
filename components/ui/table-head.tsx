// biome-ignore-all lint/a11y/noRedundantRoles: the card layout of a phone changes `display`, which takes the meaning away.
"use client";

import type { RowData } from "@tanstack/react-table";
import { ArrowDown, ArrowUp, ChevronsUpDown, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { announce } from "./announce";
import { Checkbox } from "./checkbox";
import { cn } from "./cn";
import { IconButton } from "./icon-button";
import { Select } from "./select";
import { columnLabel, roomClass, type TableInstance, type TableState, type TableStateChange } from "./table-types";
import { useShortcut } from "./use-shortcut";

type Sorting = { state: TableState; onStateChange: TableStateChange };
type HeadProps<Row extends RowData> = Sorting & { table: TableInstance<Row>; selectable: boolean; hasActions: boolean };

const cell =
  "h-9 border-b border-line bg-paper px-3 text-xs font-medium text-balance break-keep text-muted first:rounded-ss-lg last:rounded-se-lg";

export function TableHead<Row extends RowData>({
  table,
  selectable,
  hasActions,
  state,
  onStateChange,
}: HeadProps<Row>) {
  const t = useTranslations("ui");
  return (
    <thead
      role="rowgroup"
      className="max-sm:hidden group-data-[overflows]/table:static! sm:sticky sm:top-[calc(var(--band,0rem)+3.5rem)] sm:z-10"
    >
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} role="row">
          {selectable && (
            <th
              role="columnheader"
              scope="col"
              className={cn(
                cell,
                "w-10 min-w-10 ps-3 pe-0 text-start group-data-[overflows]/table:sticky group-data-[overflows]/table:start-0",
              )}
            >
              <SelectPage table={table} />
            </th>
          )}
          {group.headers.map((header) => {
            const { sort, align, primary, aside, room, firstOrder = "asc" } = header.column.columnDef.meta ?? {};
            const sorted = sort !== undefined && sort === state.sort;
            const Arrow = !sorted ? ChevronsUpDown : state.order === "asc" ? ArrowUp : ArrowDown;
            const label = columnLabel(header.column);
            const name =
              sort === undefined ? (
                <table.FlexRender header={header} />
              ) : (
                <button
                  type="button"
                  className={cn(
                    "group/sort -mx-1.5 inline-flex min-h-6 items-center gap-1 rounded-sm px-1.5 hover:bg-hover hover:text-ink",
                    sorted && "text-ink",
                    align === "end" ? "flex-row-reverse text-end" : "text-start",
                  )}
                  onClick={() => {
                    const order = sorted ? (state.order === "asc" ? "desc" : "asc") : firstOrder;
                    onStateChange({ sort, order, page: 1 });
                    announce(t("table.sorted", { column: label, order }));
                  }}
                >
                  <table.FlexRender header={header} />
                  <Arrow
                    aria-hidden
                    className={cn(
                      "size-3.5 shrink-0",
                      sorted
                        ? "text-accent"
                        : "text-faint opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100",
                    )}
                  />
                </button>
              );
            return (
              <th
                key={header.id}
                role="columnheader"
                scope="col"
                data-column={room && header.id}
                aria-sort={sorted ? (state.order === "asc" ? "ascending" : "descending") : undefined}
                className={cn(
                  cell,
                  align === "end" ? "text-end" : "text-start",
                  room && roomClass[room],
                  primary && "group-data-[overflows]/table:sticky",
                  primary &&
                    (selectable ? "group-data-[overflows]/table:start-10" : "group-data-[overflows]/table:start-0"),
                )}
              >
                {aside ? (
                  <span className="inline-flex items-center">
                    {name}
                    {aside}
                  </span>
                ) : (
                  name
                )}
              </th>
            );
          })}
          {hasActions && (
            <th
              role="columnheader"
              scope="col"
              className={cn(cell, "w-11 group-data-[overflows]/table:sticky group-data-[overflows]/table:end-0")}
            >
              <span className="sr-only">{t("table.actions")}</span>
            </th>
          )}
        </tr>
      ))}
    </thead>
  );
}

function SelectPage<Row extends RowData>({ table }: { table: TableInstance<Row> }) {
  const t = useTranslations("ui");
  const all = table.getIsAllPageRowsSelected();
  return (
    <Checkbox
      aria-label={t("table.selectPage")}
      checked={all}
      indeterminate={!all && table.getIsSomePageRowsSelected()}
      onChange={() => table.toggleAllPageRowsSelected(!all)}
      className="align-middle"
    />
  );
}

/** On a phone the header row is hidden, so the sort order is selected here. */
export function PhoneSort<Row extends RowData>({
  table,
  state,
  onStateChange,
}: Sorting & { table: TableInstance<Row> }) {
  const t = useTranslations("ui");
  const sortable = table.getVisibleLeafColumns().filter((column) => column.columnDef.meta?.sort !== undefined);
  if (sortable.length === 0) return null;
  return (
    <Select
      aria-label={t("table.sortBy")}
      size="sm"
      className="w-auto! min-w-24 flex-1 sm:hidden"
      value={state.sort === null ? "" : `${state.sort}:${state.order}`}
      onChange={(event) => {
        const [sort = "", order] = event.target.value.split(":");
        onStateChange(sort ? { sort, order: order === "desc" ? "desc" : "asc", page: 1 } : { sort: null, page: 1 });
      }}
      options={[
        { value: "", label: t("table.unsorted") },
        ...sortable.flatMap((column) =>
          (["asc", "desc"] as const).map((order) => ({
            value: `${column.columnDef.meta?.sort}:${order}`,
            label: t("table.sortOption", { column: columnLabel(column), order }),
          })),
        ),
      ]}
    />
  );
}

type BulkProps<Row extends RowData> = {
  table: TableInstance<Row>;
  count: number;
  onClear: () => void;
  selectAll?: ReactNode;
  children?: ReactNode;
};

/** The bar covers the header row, so that nothing moves when the first row is selected. */
export function BulkBar<Row extends RowData>({ table, count, onClear, selectAll, children }: BulkProps<Row>) {
  const t = useTranslations("ui");
  const before = useRef(0);
  useEffect(() => {
    if (count !== before.current) announce(t("table.selected", { count }));
    before.current = count;
  }, [count, t]);
  useShortcut("escape", onClear, { enabled: count > 0 });

  if (count === 0) return null;
  return (
    <div className="sticky top-[calc(var(--band,0rem)+3.5rem)] z-20 sm:h-0 print:hidden">
      <section
        aria-label={t("table.bulk")}
        className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-accent-soft py-1 ps-3 pe-2"
      >
        <SelectPage table={table} />
        <span className="text-sm font-medium">{t("table.selected", { count })}</span>
        <IconButton size="sm" label={t("table.clearSelection")} icon={<X />} onClick={onClear} className="-ms-2" />
        {selectAll}
        <div className="ms-auto flex flex-wrap items-center gap-1.5">{children}</div>
      </section>
    </div>
  );
}
