// biome-ignore-all lint/a11y/noRedundantRoles: the card layout of a phone changes `display`, which takes the meaning away.
"use client";

import type { RowData } from "@tanstack/react-table";
import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Checkbox } from "./checkbox";
import { cn } from "./cn";
import { IconButton } from "./icon-button";
import { IntentLink } from "./intent-link";
import { Menu } from "./menu";
import { Skeleton } from "./skeleton";
import { columnLabel, type TableInstance } from "./table-types";

const cell =
  "align-middle sm:h-10 sm:border-b sm:border-line sm:px-3 sm:py-1.5 group-last/row:border-b-0 bg-inherit max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4";
const link = "inline-flex min-h-6 min-w-6 items-center underline-offset-3 hover:underline focus-visible:underline";
const row =
  "group/row bg-surface hover:bg-paper focus-within:bg-paper aria-[current=true]:bg-hover aria-selected:bg-accent-soft max-sm:relative max-sm:grid max-sm:gap-1 max-sm:border-b max-sm:border-line max-sm:p-3 max-sm:last:border-b-0";

type RowsProps<Row extends RowData> = {
  table: TableInstance<Row>;
  selectable: boolean;
  rowName: (row: Row) => string;
  rowHref?: (row: Row) => string;
  onRowOpen?: (row: Row) => void;
  currentRow?: string;
  rowActions?: (row: Row) => ReactNode;
};

export function TableRows<Row extends RowData>(props: RowsProps<Row>) {
  const { table, selectable, rowName, rowHref, onRowOpen, currentRow, rowActions } = props;
  const t = useTranslations("ui");
  return (
    <tbody role="rowgroup">
      {table.getRowModel().rows.map((item) => {
        const name = rowName(item.original);
        const selected = item.getIsSelected();
        return (
          <tr
            key={item.id}
            role="row"
            data-row={item.id}
            aria-selected={selectable ? selected : undefined}
            aria-current={item.id === currentRow || undefined}
            className={row}
          >
            {selectable && (
              <td
                role="cell"
                className={cn(
                  cell,
                  "select-none sm:w-10 sm:min-w-10 sm:ps-3 sm:pe-0 max-sm:absolute max-sm:start-2 max-sm:top-3 max-sm:w-6 group-data-[overflows]/table:sticky group-data-[overflows]/table:start-0",
                )}
              >
                <Checkbox
                  aria-label={t("table.selectRow", { name })}
                  checked={selected}
                  onChange={item.getToggleSelectedHandler()}
                  className="align-middle"
                />
              </td>
            )}
            {item.getVisibleCells().map((part) => {
              const { align, primary, notOnPhone, wrap } = part.column.columnDef.meta ?? {};
              if (primary) {
                return (
                  <td
                    key={part.id}
                    role="cell"
                    className={cn(
                      cell,
                      "font-medium sm:min-w-44 group-data-[overflows]/table:sticky max-sm:min-h-6 max-sm:pe-9 max-sm:text-base",
                      selectable
                        ? "max-sm:ps-9 group-data-[overflows]/table:start-10"
                        : "group-data-[overflows]/table:start-0",
                    )}
                  >
                    {rowHref && onRowOpen ? (
                      <a
                        href={rowHref(item.original)}
                        data-row-focus
                        className={link}
                        onClick={(event) => {
                          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
                          event.preventDefault();
                          onRowOpen(item.original);
                        }}
                      >
                        <table.FlexRender cell={part} />
                      </a>
                    ) : rowHref ? (
                      <IntentLink href={rowHref(item.original)} data-row-focus className={link}>
                        <table.FlexRender cell={part} />
                      </IntentLink>
                    ) : (
                      <span data-row-focus tabIndex={-1} className="inline-flex min-h-6 items-center">
                        <table.FlexRender cell={part} />
                      </span>
                    )}
                  </td>
                );
              }
              return (
                <td
                  key={part.id}
                  role="cell"
                  className={cn(
                    cell,
                    align === "end" && "sm:text-end",
                    notOnPhone && "max-sm:hidden",
                    wrap ? "sm:min-w-56" : "sm:whitespace-nowrap",
                  )}
                >
                  <span className="shrink-0 text-muted sm:hidden">{columnLabel(part.column)}</span>
                  <span className="min-w-0 wrap-anywhere max-sm:text-end">
                    <table.FlexRender cell={part} />
                  </span>
                </td>
              );
            })}
            {rowActions && (
              <td
                role="cell"
                className={cn(
                  cell,
                  "sm:w-11 sm:ps-0 sm:pe-2 sm:text-end max-sm:absolute max-sm:end-1.5 max-sm:top-2.5",
                )}
              >
                <Menu
                  align="end"
                  label={t("table.rowActions", { name })}
                  trigger={(props) => (
                    <IconButton
                      {...props}
                      size="sm"
                      label={t("table.rowActions", { name })}
                      tip={false}
                      icon={<Ellipsis />}
                      className="align-middle text-muted"
                    />
                  )}
                >
                  {rowActions(item.original)}
                </Menu>
              </td>
            )}
          </tr>
        );
      })}
    </tbody>
  );
}

type SkeletonProps<Row extends RowData> = {
  table: TableInstance<Row>;
  rows: number;
  selectable: boolean;
  hasActions: boolean;
};

/** Rows of the same height and number as those to come, so that nothing jumps. */
export function SkeletonRows<Row extends RowData>({ table, rows, selectable, hasActions }: SkeletonProps<Row>) {
  const widths = ["sm:w-4/5", "sm:w-1/2", "sm:w-2/5", "sm:w-3/5", "sm:w-1/3"];
  return (
    <tbody role="rowgroup" aria-hidden>
      {Array.from({ length: rows }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity.
        <tr key={line} role="row" className={row}>
          {selectable && (
            <td
              role="cell"
              className={cn(cell, "sm:w-10 sm:min-w-10 sm:ps-4 sm:pe-0 max-sm:absolute max-sm:start-3 max-sm:top-4")}
            >
              <Skeleton className="size-4" />
            </td>
          )}
          {table.getVisibleLeafColumns().map((column, at) => {
            const { primary, notOnPhone } = column.columnDef.meta ?? {};
            return (
              <td
                key={column.id}
                role="cell"
                className={cn(
                  cell,
                  "max-sm:items-center",
                  primary ? "max-sm:h-6" : "max-sm:h-4.5",
                  primary && selectable && "max-sm:ps-9",
                  notOnPhone && "max-sm:hidden",
                )}
              >
                {!primary && <Skeleton className="w-16 sm:hidden" />}
                <Skeleton className={cn("max-sm:w-24", widths[(at + line) % widths.length])} />
              </td>
            );
          })}
          {hasActions && <td role="cell" className={cn(cell, "w-11 max-sm:hidden")} />}
        </tr>
      ))}
    </tbody>
  );
}
