"use client";

import { type KeyboardEvent, type RefObject, useCallback } from "react";
import { useShortcut } from "./use-shortcut";

/**
 * The active row is the one that has the focus, in its link: Enter opens it, readers read it, and there is no second state.
 * J, K and X work from anywhere on the page; the arrows and Space only within the table, where they scroll nothing.
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
      // Where a row has no page of its own, the button in its name takes its place.
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
