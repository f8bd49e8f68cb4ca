"use client";

import { useCallback, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";

export type PopoverOptions = { align?: "start" | "end"; matchWidth?: boolean; onClose?: () => void };

/** The box flips if there is no room beside its anchor, and stays on the screen. */
export function place(anchor: Element, box: HTMLElement, { align = "start", matchWidth = false }: PopoverOptions = {}) {
  const gap = 4;
  const edge = 8;
  const at = anchor.getBoundingClientRect();
  if (matchWidth) box.style.minWidth = `${at.width}px`;
  const below = window.innerHeight - at.bottom - gap - edge;
  const above = at.top - gap - edge;
  box.style.maxHeight = "";
  const flips = box.offsetHeight > below && above > below;
  box.style.maxHeight = `${Math.max(120, flips ? above : below)}px`;
  const fromLeft = (align === "start") === (getComputedStyle(anchor).direction !== "rtl");
  const left = fromLeft ? at.left : at.right - box.offsetWidth;
  box.style.left = `${Math.max(edge, Math.min(left, window.innerWidth - box.offsetWidth - edge))}px`;
  box.style.top = `${flips ? at.top - gap - box.offsetHeight : at.bottom + gap}px`;
}

export function keepPlaced(anchor: Element, box: HTMLElement, options: PopoverOptions): () => void {
  const again = ({ target }: Event) => {
    // Scrolling inside the box is ignored, because placing the box again would reset its scroll position.
    if (!(target instanceof Node && box.contains(target))) place(anchor, box, options);
  };
  window.addEventListener("scroll", again, { capture: true, passive: true });
  window.addEventListener("resize", again);
  return () => {
    window.removeEventListener("scroll", again, { capture: true });
    window.removeEventListener("resize", again);
  };
}

/** The browser's popover provides the top layer, Escape, and closing on a press outside. */
export function usePopover({ align, matchWidth, onClose }: PopoverOptions = {}) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  const [open, setOpen] = useState(false);

  const show = useCallback(
    (focus?: (box: HTMLDivElement) => void) => {
      flushSync(() => setOpen(true));
      if (!box.current || !trigger.current) return;
      // The browser later returns the focus to the trigger; Safari does not focus a clicked button.
      trigger.current.focus({ preventScroll: true });
      if (!box.current.matches(":popover-open")) box.current.showPopover();
      place(trigger.current, box.current, { align, matchWidth });
      focus?.(box.current);
    },
    [align, matchWidth],
  );
  const close = useCallback((returnFocus = true) => {
    box.current?.hidePopover();
    setOpen(false);
    if (returnFocus) trigger.current?.focus();
  }, []);

  const closed = useEffectEvent(() => onClose?.());
  useEffect(() => {
    if (!open) return;
    const unbind = trigger.current && box.current && keepPlaced(trigger.current, box.current, { align, matchWidth });
    return () => {
      unbind?.();
      closed();
    };
  }, [open, align, matchWidth]);

  return {
    open,
    show,
    close,
    triggerRef: trigger,
    boxRef: box,
    triggerProps: {
      ref: trigger,
      "aria-expanded": open,
      "aria-controls": open ? id : undefined,
      // Pressing outside closes the box before the click arrives; without this, the click would open it again.
      onPointerDown: () => {
        wasOpen.current = open;
      },
    },
    wasOpen,
    boxProps: {
      id,
      ref: box,
      popover: "auto" as const,
      onToggle: (event: { newState: string; target: EventTarget; currentTarget: EventTarget }) => {
        if (event.target === event.currentTarget && event.newState === "closed") setOpen(false);
      },
    },
  };
}

export const popoverClass =
  "fixed inset-auto m-0 overflow-y-auto overscroll-contain rounded-md border border-line bg-surface text-start text-base font-normal whitespace-normal shadow-lift";
