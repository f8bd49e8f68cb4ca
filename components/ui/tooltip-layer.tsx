"use client";

import { useEffect, useRef } from "react";
import { place } from "./popover";

/**
 * Any element with `data-tip="…"` shows that text on hover and on keyboard focus. One layer in the frame serves the
 * whole page, so a tooltip costs only an attribute.
 */
export function TooltipLayer() {
  const ref = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    let owner: HTMLElement | null = null;
    let timer = 0;
    let leaving = 0;

    const hide = () => {
      clearTimeout(timer);
      clearTimeout(leaving);
      if (owner?.getAttribute("aria-describedby") === box.id) owner.removeAttribute("aria-describedby");
      owner = null;
      if (box.matches(":popover-open")) box.hidePopover();
    };
    const show = (target: HTMLElement, wait: number) => {
      if (target === owner) return clearTimeout(leaving);
      const swift = box.matches(":popover-open");
      hide();
      owner = target;
      timer = window.setTimeout(
        () => {
          if (!target.isConnected || !target.dataset.tip || target.ariaExpanded === "true") return;
          box.textContent = target.dataset.tip;
          // A tooltip that repeats the accessible name is not announced.
          if (target.ariaLabel !== target.dataset.tip && !target.hasAttribute("aria-describedby")) {
            target.setAttribute("aria-describedby", box.id);
          }
          box.showPopover();
          place(target, box);
          const middle = target.getBoundingClientRect().left + target.offsetWidth / 2 - box.offsetWidth / 2;
          box.style.left = `${Math.max(8, Math.min(middle, window.innerWidth - box.offsetWidth - 8))}px`;
        },
        swift ? 0 : wait,
      );
    };
    const tipOf = (event: Event) =>
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-tip]") : null;
    const onOver = (event: PointerEvent) => {
      if (event.pointerType === "touch") return;
      const target = tipOf(event);
      if (target) return show(target, 450);
      clearTimeout(leaving);
      if (event.target !== box && owner) leaving = window.setTimeout(hide, 120);
    };
    const onFocus = (event: FocusEvent) => {
      const target = tipOf(event);
      if (target?.matches(":focus-visible")) show(target, 200);
    };
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && hide();
    const onScroll = () => box.matches(":popover-open") && hide();

    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener("pointerover", onOver, { signal });
    document.addEventListener("pointerdown", hide, { signal });
    document.addEventListener("focusin", onFocus, { signal });
    document.addEventListener("focusout", hide, { signal });
    document.addEventListener("keydown", onKey, { signal });
    document.addEventListener("scroll", onScroll, { signal, capture: true, passive: true });
    return () => {
      hide();
      listeners.abort();
    };
  }, []);

  return (
    <div
      ref={ref}
      id="tooltip"
      role="tooltip"
      popover="manual"
      className="fixed inset-auto m-0 max-w-72 rounded-md border-0 bg-ink px-2 py-1 text-xs text-pretty text-paper print:hidden"
    />
  );
}
