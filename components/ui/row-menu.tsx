"use client";

import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { focusItem, MenuBox } from "./menu";
import { usePopover } from "./popover";

const buttonOf = (event: { target: EventTarget }) =>
  event.target instanceof Element ? event.target.closest<HTMLButtonElement>("[data-row-menu]") : null;
const rowOf = (button: Element) => button.closest<HTMLElement>("[data-row]")?.dataset.row ?? null;

/** All rows of a table share one menu, because a menu for each row would be most of a list's rendering work. */
export function useRowMenu() {
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
