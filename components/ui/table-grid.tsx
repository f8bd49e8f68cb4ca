// biome-ignore-all lint/a11y/noRedundantRoles: the card layout of a phone changes `display`, which takes the meaning away.
"use client";

import type { RowData } from "@tanstack/react-table";
import { useTranslations } from "next-intl";
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { cn } from "./cn";
import { focusItem, MenuBox } from "./menu";
import { usePopover } from "./popover";
import { TableHead } from "./table-head";
import { SkeletonRows, TableRows } from "./table-rows";
import type { TableInstance, TableRowProps, TableState, TableStateChange } from "./table-types";
import { useShortcut } from "./use-shortcut";

type Props<Row extends RowData> = TableRowProps<Row> & {
  table: TableInstance<Row>;
  tableRef: RefObject<HTMLTableElement | null>;
  caption: string;
  state: TableState;
  onStateChange: TableStateChange;
  onSelectionChange?: unknown;
  rowActions?: (row: Row) => ReactNode;
  loading: boolean;
  refreshing?: boolean;
  onTableKey: (event: KeyboardEvent<HTMLTableElement>) => void;
};

export function TableGrid<Row extends RowData>(props: Props<Row>) {
  const { table, caption, rowName, rowActions, state, loading } = props;
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
        className={cn(
          "group/table @container/table",
          overflows ? "relative overflow-x-auto overscroll-x-contain" : "overflow-x-clip",
        )}
      >
        <table
          ref={props.tableRef}
          role="table"
          aria-busy={loading || props.refreshing || undefined}
          {...listeners}
          onKeyDown={(event) => {
            if (!listeners.onKeyDown(event)) props.onTableKey(event);
          }}
          className="w-full border-separate border-spacing-0 text-sm max-sm:block max-sm:[&_tbody]:block"
        >
          <caption className="sr-only">{loading ? t("loading") : caption}</caption>
          <TableHead {...shape} state={state} onStateChange={props.onStateChange} />
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
          className={cn(
            "pointer-events-none absolute inset-y-0 w-10 border-e-2 border-accent/60 bg-linear-to-l from-ink/18 to-transparent rtl:bg-linear-to-r",
            // The button of a row stays in sight at the end.
            rowActions ? "end-11" : "end-0",
          )}
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

const buttonOf = (event: { target: EventTarget }) =>
  event.target instanceof Element ? event.target.closest<HTMLButtonElement>("[data-row-menu]") : null;
const rowOf = (button: Element) => button.closest<HTMLElement>("[data-row]")?.dataset.row ?? null;

/** All rows of a table share one menu, because a menu for each row would be most of a list's rendering work. */
function useRowMenu() {
  const { triggerRef, ...popover } = usePopover({ align: "end" });
  const wasOpen = useRef(false);
  const [at, setAt] = useState<string | null>(null);
  const openRow = popover.open ? at : null;

  const openAt = (button: HTMLButtonElement, item: 0 | -1) => {
    triggerRef.current = button;
    flushSync(() => setAt(rowOf(button)));
    popover.show(focusItem(item));
  };

  return {
    openRow,
    menuId: popover.boxProps.id,
    listeners: {
      onPointerDown: (event: PointerEvent) => {
        const button = buttonOf(event);
        // Pressing outside closes the menu before the click arrives; without this, the click would open it again.
        if (button) wasOpen.current = openRow !== null && openRow === rowOf(button);
      },
      onClick: (event: MouseEvent) => {
        const button = buttonOf(event);
        if (!button) return;
        if (event.detail === 0 ? openRow === rowOf(button) : wasOpen.current) popover.close();
        else openAt(button, 0);
      },
      onKeyDown: (event: KeyboardEvent) => {
        const button = buttonOf(event);
        if (!button || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return false;
        event.preventDefault();
        openAt(button, event.key === "ArrowUp" ? -1 : 0);
        return true;
      },
    },
    menu: (label: (id: string) => string, items: (id: string) => ReactNode) => (
      <MenuBox label={at === null ? "" : label(at)} popover={popover}>
        {at !== null && items(at)}
      </MenuBox>
    ),
  };
}

/**
 * The active row is the one whose link has the focus, so Enter opens it, screen readers read it, and no second state is
 * needed. J, K and X work anywhere on the page; arrow keys and Space only within the table, where they do not scroll.
 */
export function useTableKeys(
  body: RefObject<HTMLTableElement | null>,
  onToggle: ((id: string, range: boolean) => void) | undefined,
  enabled: boolean,
) {
  const move = useCallback(
    (step: number) => {
      const rows = [...(body.current?.querySelectorAll<HTMLElement>("[data-row-focus]") ?? [])];
      const at = rows.findIndex((row) => row.closest("tr")?.contains(document.activeElement));
      const next = at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step;
      // If a row has no page, the button in its name takes the link's place.
      const target = rows[next]?.querySelector<HTMLElement>("a, button") ?? rows[next];
      target?.focus({ focusVisible: true } as FocusOptions);
      rows[next]?.scrollIntoView({ block: "nearest" });
    },
    [body],
  );
  const toggle = (event: { shiftKey: boolean }) => {
    const row = document.activeElement?.closest<HTMLElement>("[data-row]");
    if (row?.dataset.row !== undefined && body.current?.contains(row)) onToggle?.(row.dataset.row, event.shiftKey);
  };

  useShortcut("j", () => move(1), { enabled, repeats: true });
  useShortcut("k", () => move(-1), { enabled, repeats: true });
  useShortcut("x", toggle, { enabled: enabled && onToggle !== undefined });

  return (event: KeyboardEvent<HTMLTableElement>) => {
    if (!(event.target instanceof HTMLElement) || event.target.closest("[popover]")) return;
    if (event.target.matches("input, select, textarea") && event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    if (event.target.matches("select, textarea, thead *")) return;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === " " && event.target.matches("[data-row-focus]") && onToggle) toggle(event);
    else return;
    event.preventDefault();
  };
}
