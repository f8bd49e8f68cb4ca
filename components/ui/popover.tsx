"use client";

import { type ReactNode, useEffect } from "react";
import { cn } from "./cn";
import { popoverClass, usePopover } from "./use-popover";

export type PopoverTrigger = {
  ref: React.Ref<HTMLButtonElement>;
  "aria-expanded": boolean;
  "aria-controls"?: string;
  "aria-haspopup": "dialog" | "menu";
  onPointerDown: () => void;
  onClick: (event: React.MouseEvent<HTMLButtonElement>) => void;
  onKeyDown?: (event: React.KeyboardEvent<HTMLButtonElement>) => void;
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
  const { open, show, close, triggerProps, boxProps, wasOpen } = usePopover({ align, onClose });
  useEffect(() => {
    if (defaultOpen) queueMicrotask(() => show(focusFirst));
  }, [defaultOpen, show]);
  return (
    <>
      {trigger({
        ...triggerProps,
        "aria-haspopup": "dialog",
        onClick: (event) => {
          if (event.detail === 0 ? open : wasOpen.current) return close();
          show(focusFirst);
        },
      })}
      <div {...boxProps} role="dialog" aria-label={label} className={cn(popoverClass, "p-3", className)}>
        {open && (typeof children === "function" ? children(close) : children)}
      </div>
    </>
  );
}
