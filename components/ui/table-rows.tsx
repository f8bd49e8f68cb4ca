// biome-ignore-all lint/a11y/noRedundantRoles: the card layout of a phone changes `display`, which takes the meaning away.
"use client";

import type { Cell, RowData } from "@tanstack/react-table";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Fragment, isValidElement, type MouseEvent, memo, type ReactNode, type SyntheticEvent, useRef } from "react";
import { useRestFollows } from "./after-first-paint";
import { cn } from "./cn";
import { HydrateOnTouch } from "./hydrate-on-touch";
import { Skeleton } from "./skeleton";
import { columnLabel, type Features, roomClass, type TableInstance, type TableRowProps } from "./table-types";

const row =
  "bg-surface hover:bg-paper focus-within:bg-paper aria-[current=true]:bg-hover aria-selected:bg-accent-soft max-sm:relative max-sm:grid max-sm:gap-1 max-sm:border-b max-sm:border-line max-sm:p-3 max-sm:last:border-b-0";

type Shape<Row extends RowData> = { table: TableInstance<Row>; selectable: boolean; hasActions: boolean };
type RowsProps<Row extends RowData> = Shape<Row> &
  TableRowProps<Row> & {
    openRow: string | null;
    menuId: string;
  };

const cards = "(width < 40rem)";

/** These rows are rendered first; the others follow a frame or two later, in space reserved for them. */
const atFirst = 5;
const rowHeight = 40;

export function TableRows<Row extends RowData>(props: RowsProps<Row>) {
  const { table, rowName, rowHref, onRowOpen, currentRow, openRow, ...rest } = props;
  const rows = table.getRowModel().rows;
  const shown = useRestFollows() ? rows : rows.slice(0, atFirst);
  const open = (id: string | undefined) => {
    const item = rows.find((row) => row.id === id);
    if (item) onRowOpen?.(item.original);
  };
  // The table changes in place, so its state is read here: rows that are hydrated later must be those of this render.
  const drawn = shown.map((item) => ({
    ...rest,
    id: item.id,
    cells: item.getVisibleCells() as Cells,
    original: item.original,
    href: rowHref?.(item.original),
    selected: item.getIsSelected(),
    open: openRow === item.id,
    current: currentRow === item.id,
  }));
  return (
    <HydrateOnTouch shows={drawn.flatMap(({ cells, selected, open, current }) => [cells, selected, open, current])}>
      <TableBody rows={drawn} rowName={rowName} missing={rows.length - shown.length} onOpen={onRowOpen && open} />
    </HydrateOnTouch>
  );
}

type BodyProps<Row extends RowData> = {
  rows: readonly (Omit<RowProps, "name"> & { original: Row })[];
  rowName: (row: Row) => string;
  missing: number;
  onOpen: ((id: string | undefined) => void) | undefined;
};

function TableBody<Row extends RowData>({ rows, rowName, missing, onOpen }: BodyProps<Row>) {
  return (
    <tbody role="rowgroup" {...useRowLinks(onOpen)}>
      {rows.map(({ original, ...row }) => (
        <TableRow key={row.id} {...row} name={rowName(original)} />
      ))}
      {missing > 0 && (
        <tr aria-hidden className="max-sm:hidden">
          <td height={missing * rowHeight} />
        </tr>
      )}
    </tbody>
  );
}

/** The table listens for all links of its rows, and prefetches one when a person points at it or focuses it. */
function useRowLinks(onOpen: ((id: string | undefined) => void) | undefined) {
  const router = useRouter();
  const prefetched = useRef(new Set<string>());
  const linkOf = (event: SyntheticEvent) => (event.target as Element).closest<HTMLAnchorElement>("a[data-row-focus]");
  /** The row, if a click was on none of its controls. */
  const rowOf = ({ target }: { target: EventTarget }) =>
    target instanceof Element && !target.closest("a, button, input, label") ? target.closest("[data-row]") : null;
  /** On a phone a row is a card, which opens when it is tapped anywhere except on its controls. */
  const linkOfCard = (event: MouseEvent) =>
    window.matchMedia(cards).matches ? rowOf(event)?.querySelector<HTMLAnchorElement>("a[data-row-focus]") : null;
  /** Where a row opens beside its list, a click selects it, unless it selects text; the second click takes it back. */
  const select = (event: MouseEvent) => {
    const selectsText = event.detail > 2 || (event.detail < 2 && !window.getSelection()?.isCollapsed);
    if (!onOpen || event.button !== 0 || selectsText) return;
    rowOf(event)?.querySelector<HTMLInputElement>("input.tick")?.click();
  };
  const prefetch = (event: SyntheticEvent) => {
    const href = linkOf(event)?.getAttribute("href");
    if (!href || onOpen || prefetched.current.has(href)) return;
    prefetched.current.add(href);
    router.prefetch(href);
  };
  return {
    onPointerOver: prefetch,
    onFocus: prefetch,
    onClick: (event: MouseEvent) => {
      const href = (linkOf(event) ?? linkOfCard(event))?.getAttribute("href");
      const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
      if (event.defaultPrevented) return;
      if (!href) select(event);
      if (!href || elsewhere) return;
      event.preventDefault();
      if (onOpen) onOpen((event.target as Element).closest<HTMLElement>("[data-row]")?.dataset.row);
      else router.push(href);
    },
  };
}

/** React misses the change event of the click that hydrates a checkbox, so rows respond to clicks instead. */
const ignored = () => {};

/** On a phone, a label and its value share a line, so the value must be a single element. */
const isOneBox = (content: ReactNode) =>
  typeof content === "string" || (isValidElement(content) && content.type !== Fragment);

// biome-ignore lint/suspicious/noExplicitAny: cells of rows of any kind.
type Cells = readonly Cell<Features, any, unknown>[];
type RowProps = {
  id: string;
  cells: Cells;
  name: string;
  href: string | undefined;
  selected: boolean;
  selectable: boolean;
  hasActions: boolean;
  open: boolean;
  current: boolean;
  menuId: string;
};

/**
 * A row is rendered again only if its own data changes. It contains elements instead of components, because extra work
 * is repeated for a hundred rows. So a column's `cell` is a plain function without hooks.
 */
const TableRow = memo(function TableRow({ id, cells, name, href, selected, ...props }: RowProps) {
  const { selectable, hasActions, open, current, menuId } = props;
  const t = useTranslations("ui.table");
  /** As in a list of facts, `undefined` is not reported, and `null` or an empty text means that there is nothing. */
  const shown = (content: ReactNode) => {
    if (content === undefined) return <span className="text-muted">{t("notReported")}</span>;
    return content === null || content === "" ? <span className="text-muted">—</span> : content;
  };
  return (
    <tr
      role="row"
      data-row={id}
      aria-selected={selectable ? selected : undefined}
      aria-current={current || undefined}
      className={row}
    >
      {selectable && (
        <td
          role="cell"
          className="cell select-none sm:w-10 sm:min-w-10 sm:ps-3 sm:pe-0 max-sm:absolute max-sm:start-2 max-sm:top-4 max-sm:w-6 group-data-[overflows]/table:sticky group-data-[overflows]/table:start-0"
        >
          <input
            type="checkbox"
            className="tick m-1 align-middle"
            aria-label={t("selectRow", { name })}
            checked={selected}
            onClick={cells[0]?.row.getToggleSelectedHandler()}
            onChange={ignored}
          />
        </td>
      )}
      {cells.map((part) => {
        const { meta, cell: draw } = part.column.columnDef;
        const { align, primary, notOnPhone, room, wrap, minWidth } = meta ?? {};
        const content = shown(typeof draw === "function" ? draw(part.getContext()) : draw);
        if (primary) {
          return (
            <td
              key={part.id}
              role="cell"
              className={cn(
                "cell font-medium sm:min-w-44 group-data-[overflows]/table:sticky max-sm:min-h-8 max-sm:items-center max-sm:pe-9 max-sm:text-base max-sm:wrap-anywhere",
                selectable
                  ? "max-sm:ps-9 group-data-[overflows]/table:start-10"
                  : "group-data-[overflows]/table:start-0",
              )}
            >
              {href !== undefined ? (
                <a
                  href={href}
                  data-row-focus
                  className="inline-block min-w-6 py-0.75 underline-offset-3 hover:underline focus-visible:underline"
                >
                  {content}
                </a>
              ) : (
                <span data-row-focus tabIndex={-1}>
                  {content}
                </span>
              )}
            </td>
          );
        }
        return (
          <td
            key={part.id}
            role="cell"
            data-label={columnLabel(part.column)}
            className={cn(
              "cell",
              align === "end" && "sm:text-end",
              notOnPhone && "max-sm:hidden",
              room && roomClass[room],
              wrap ? "sm:min-w-36" : "sm:whitespace-nowrap",
              minWidth,
            )}
          >
            {isOneBox(content) ? content : <span className="min-w-0">{content}</span>}
          </td>
        );
      })}
      {hasActions && (
        <td
          role="cell"
          className="cell sm:w-11 sm:ps-0 sm:pe-2 sm:text-end group-data-[overflows]/table:sticky group-data-[overflows]/table:end-0 max-sm:absolute max-sm:end-0.5 max-sm:top-3.5 max-sm:bg-transparent max-sm:pointer-coarse:top-1.5"
        >
          <button
            type="button"
            data-row-menu
            aria-haspopup="menu"
            aria-expanded={open}
            aria-controls={open ? menuId : undefined}
            aria-label={t("rowActions", { name })}
            className="dots"
          />
        </td>
      )}
    </tr>
  );
});

/** The placeholder has the height and number of the rows to come, so that nothing jumps. */
export function SkeletonRows<Row extends RowData>(props: Shape<Row> & { rows: number }) {
  const { table, rows, selectable, hasActions } = props;
  const widths = ["sm:w-4/5", "sm:w-1/2", "sm:w-2/5", "sm:w-3/5", "sm:w-1/3"];
  return (
    <tbody role="rowgroup" aria-hidden>
      {Array.from({ length: rows }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are identical.
        <tr key={line} role="row" className={row}>
          {selectable && (
            <td
              role="cell"
              className="cell sm:w-10 sm:min-w-10 sm:ps-4 sm:pe-0 max-sm:absolute max-sm:start-3 max-sm:top-4"
            >
              <Skeleton className="size-4" />
            </td>
          )}
          {table.getVisibleLeafColumns().map((column, at) => {
            const { primary, notOnPhone, room } = column.columnDef.meta ?? {};
            return (
              <td
                key={column.id}
                role="cell"
                className={cn(
                  "cell max-sm:items-center",
                  primary ? "max-sm:h-8" : "max-sm:h-4.5",
                  primary && selectable && "max-sm:ps-9",
                  notOnPhone && "max-sm:hidden",
                  room && roomClass[room],
                )}
              >
                {!primary && <Skeleton className="w-16 sm:hidden" />}
                <Skeleton className={cn("max-sm:w-24", widths[(at + line) % widths.length])} />
              </td>
            );
          })}
          {hasActions && <td role="cell" className="cell w-11 max-sm:hidden" />}
        </tr>
      ))}
    </tbody>
  );
}
