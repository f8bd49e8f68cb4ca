"use client";

import { type KeyboardEvent, type RefObject, useCallback } from "react";
import { useShortcut } from "./use-shortcut";

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
