"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { cn } from "./cn";
import { IconButton } from "./icon-button";

const shapes = {
  sm: "m-auto w-[min(26rem,calc(100vw-2rem))] max-h-[calc(100dvh-2rem)] rounded-lg",
  md: "m-auto w-[min(36rem,calc(100vw-2rem))] max-h-[calc(100dvh-2rem)] rounded-lg",
  lg: "m-auto w-[min(56rem,calc(100vw-2rem))] max-h-[calc(100dvh-2rem)] rounded-lg",
  palette:
    "mx-auto mt-[12vh] mb-auto w-[min(40rem,calc(100vw-1.5rem))] max-h-[min(30rem,calc(100dvh-8rem))] rounded-lg",
  start: "me-auto ms-0 my-0 h-dvh max-h-dvh w-[min(18rem,calc(100vw-3rem))] border-y-0 border-s-0",
  end: "ms-auto me-0 my-0 h-dvh max-h-dvh w-[min(32rem,100vw)] border-y-0 border-e-0",
};

/** In a radio group, only the selected option takes the focus. */
const begins = ":is(input:not([type=radio]), input:checked, select, textarea, button, a[href])";

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  hideTitle?: boolean;
  description?: ReactNode;
  shape?: keyof typeof shapes;
  /** If false, Escape and a click outside do nothing, for example while a secret is shown. */
  dismissible?: boolean;
  footer?: ReactNode;
  flush?: boolean;
  role?: "dialog" | "alertdialog";
  children?: ReactNode;
};

/** The browser's modal dialog provides the top layer, an inert page, Escape, and the return of the focus. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({
  onOpenChange,
  title,
  hideTitle,
  description,
  shape = "md",
  dismissible = true,
  footer,
  flush,
  role,
  children,
}: Omit<DialogProps, "open">) {
  const t = useTranslations("ui");
  const ref = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const id = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const opener = document.activeElement;
    // The page behind stays in place, including the space of its scroll bar. A rule with `:has` would be evaluated for
    // each new element.
    const page = document.documentElement;
    if (window.innerWidth > page.clientWidth) page.style.scrollbarGutter = "stable";
    page.style.overflow = "hidden";
    dialog.showModal();
    const first =
      dialog.querySelector<HTMLElement>("[data-autofocus]") ??
      dialog.querySelector<HTMLElement>(`[data-body] ${begins}:not(:disabled)`) ??
      dialog.querySelector<HTMLElement>("h2");
    first?.focus();
    return () => {
      dialog.close();
      if (!document.querySelector("dialog:modal")) {
        page.style.scrollbarGutter = "";
        page.style.overflow = "";
      }
      // The browser returns the focus as well, but not to an element that was moved or rendered again.
      if (opener === document.body) document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
      else if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  const isOutside = (event: MouseEvent<HTMLDialogElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    return event.target === event.currentTarget && (x < box.left || x > box.right || y < box.top || y > box.bottom);
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same.
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-about` : undefined}
      className={cn(
        "max-w-none flex-col overflow-hidden border border-line bg-surface shadow-lift transition-[opacity,translate] duration-150 open:flex starting:translate-y-1 starting:opacity-0",
        shapes[shape],
      )}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (dismissible) onOpenChange(false);
      }}
      onClose={({ target, currentTarget }) => {
        if (target === currentTarget && !currentTarget.open) onOpenChange(false);
      }}
      onPointerDown={(event) => {
        pressedOutside.current = isOutside(event);
      }}
      onClick={(event) => {
        // The second click of a double click belongs to the button that opened the dialog.
        if (dismissible && pressedOutside.current && isOutside(event) && event.detail === 1) onOpenChange(false);
      }}
    >
      <div className={cn("flex items-start gap-3 px-5 pt-4", hideTitle ? "sr-only" : "pb-1")}>
        <div className="min-w-0 flex-1">
          <h2 id={`${id}-title`} tabIndex={-1} className="text-lg font-semibold text-pretty">
            {title}
          </h2>
          {description && (
            <div id={`${id}-about`} className="mt-1 text-muted text-pretty">
              {description}
            </div>
          )}
        </div>
        {dismissible && !hideTitle && (
          <IconButton
            label={t("close")}
            icon={<X />}
            tip={false}
            size="sm"
            className="-me-1.5"
            onClick={() => onOpenChange(false)}
          />
        )}
      </div>
      {children !== undefined && (
        <div data-body className={cn("min-h-0 flex-1 overflow-y-auto overscroll-contain", !flush && "px-5 pt-2 pb-5")}>
          {children}
        </div>
      )}
      {footer && (
        <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-paper px-5 py-3">
          {footer}
        </div>
      )}
    </dialog>
  );
}
