"use client";

import type { ReactNode } from "react";
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
  trigger: (props: PopoverTrigger) => ReactNode;
  children: ReactNode | ((close: () => void) => ReactNode);
};

/** A small non-modal panel by its button. `trigger={(props) => <Button {...props}>Columns</Button>}` */
export function Popover({ label, align, className, trigger, children }: PopoverProps) {
  const { open, show, close, triggerProps, boxProps, wasOpen } = usePopover({ align });
  return (
    <>
      {trigger({
        ...triggerProps,
        "aria-haspopup": "dialog",
        onClick: (event) => {
          if (event.detail === 0 ? open : wasOpen.current) return close();
          show((box) =>
            box.querySelector<HTMLElement>("[data-autofocus], input, select, textarea, button, a[href]")?.focus(),
          );
        },
      })}
      <div {...boxProps} role="dialog" aria-label={label} className={cn(popoverClass, "p-3", className)}>
        {open && (typeof children === "function" ? children(close) : children)}
      </div>
    </>
  );
}
