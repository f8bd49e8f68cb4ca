"use client";

import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { cn } from "./cn";

type Placement = { align?: "start" | "end"; matchWidth?: boolean };

/** The box flips if there is no room beside its anchor, and stays on the screen. */
export function place(anchor: Element, box: HTMLElement, { align = "start", matchWidth = false }: Placement = {}) {
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

/** Places a shown box, and places it again when the page moves. */
export function keepPlaced(anchor: Element, box: HTMLElement, placement?: Placement): () => void {
  place(anchor, box, placement);
  const again = ({ target }: Event) => {
    // Scrolling inside the box is ignored, because placing the box again would reset its scroll position.
    if (!(target instanceof Node && box.contains(target))) place(anchor, box, placement);
  };
  window.addEventListener("scroll", again, { capture: true, passive: true });
  window.addEventListener("resize", again);
  // A list that becomes shorter as somebody types stays at its field.
  const resized = new ResizeObserver(() => place(anchor, box, placement));
  resized.observe(box);
  resized.observe(anchor);
  return () => {
    resized.disconnect();
    window.removeEventListener("scroll", again, { capture: true });
    window.removeEventListener("resize", again);
  };
}

/** The browser's popover provides the top layer, Escape, and closing on a press outside. */
export function usePopover({ align, onClose }: { align?: "start" | "end"; onClose?: () => void } = {}) {
  const id = useId();
  const triggerRef = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  const show = useCallback(
    (focus: (box: HTMLDivElement) => void) => {
      flushSync(() => setOpen(true));
      if (!box.current || !triggerRef.current) return;
      // The browser later returns the focus to the trigger; Safari does not focus a clicked button.
      triggerRef.current.focus({ preventScroll: true });
      if (!box.current.matches(":popover-open")) box.current.showPopover();
      place(triggerRef.current, box.current, { align });
      focus(box.current);
    },
    [align],
  );
  const close = useCallback((returnFocus = true) => {
    box.current?.hidePopover();
    setOpen(false);
    if (returnFocus) triggerRef.current?.focus();
  }, []);
  const toggle = (event: MouseEvent, focus: (box: HTMLDivElement) => void) => {
    // The browser would close the box by itself.
    event.preventDefault();
    if (open) close();
    else show(focus);
  };

  const closed = useEffectEvent(() => onClose?.());
  useEffect(() => {
    if (!open) return;
    const stopPlacing = triggerRef.current && box.current && keepPlaced(triggerRef.current, box.current, { align });
    return () => {
      stopPlacing?.();
      closed();
    };
  }, [open, align]);

  return {
    open,
    show,
    close,
    toggle,
    triggerRef,
    triggerProps: {
      ref: triggerRef,
      "aria-expanded": open,
      "aria-controls": open ? id : undefined,
      // A press on the button of an open box is not one outside of it, so the box stays open until the click.
      popoverTarget: open ? id : undefined,
    },
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

export type PopoverTrigger = ReturnType<typeof usePopover>["triggerProps"] & {
  "aria-haspopup": "dialog" | "menu";
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLButtonElement>) => void;
};

export type PopoverProps = {
  label: string;
  align?: "start" | "end";
  className?: string;
  defaultOpen?: boolean;
  onClose?: () => void;
  trigger: (props: PopoverTrigger) => ReactNode;
  children: ReactNode | ((close: () => void) => ReactNode);
};

const focusFirst = (box: HTMLElement) =>
  box.querySelector<HTMLElement>("[data-autofocus], input, select, textarea, button, a[href]")?.focus();

export function Popover({ label, align, className, defaultOpen, onClose, trigger, children }: PopoverProps) {
  const { open, show, close, toggle, triggerProps, boxProps } = usePopover({ align, onClose });
  useEffect(() => {
    if (defaultOpen) queueMicrotask(() => show(focusFirst));
  }, [defaultOpen, show]);
  return (
    <>
      {trigger({ ...triggerProps, "aria-haspopup": "dialog", onClick: (event) => toggle(event, focusFirst) })}
      <div {...boxProps} role="dialog" aria-label={label} className={cn(popoverClass, "p-3", className)}>
        {open && (typeof children === "function" ? children(close) : children)}
      </div>
    </>
  );
}
