"use client";

import { Check } from "lucide-react";
import Link from "next/link";
import { createContext, type KeyboardEvent, type ReactNode, use, useId, useRef } from "react";
import { cn } from "./cn";
import { type PopoverTrigger, popoverClass, usePopover } from "./popover";

const CloseMenu = createContext<(returnFocus?: boolean) => void>(() => {});
const items = (box: Element) => [...box.querySelectorAll<HTMLElement>("[role^=menuitem]")];
export const focusItem = (at: 0 | -1) => (box: Element) => items(box).at(at)?.focus();

export type MenuProps = {
  label: string;
  align?: "start" | "end";
  trigger: (props: PopoverTrigger) => ReactNode;
  children: ReactNode;
};

/** An example of `trigger` is `(props) => <IconButton {...props} label="Actions" icon={<Ellipsis />} />`. */
export function Menu({ label, align, trigger, children }: MenuProps) {
  const { triggerProps, ...popover } = usePopover({ align });
  return (
    <>
      {trigger({
        ...triggerProps,
        "aria-haspopup": "menu",
        onClick: (event) => popover.toggle(event, focusItem(0)),
        onKeyDown: (event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          event.stopPropagation();
          popover.show(focusItem(event.key === "ArrowUp" ? -1 : 0));
        },
      })}
      <MenuBox label={label} popover={popover}>
        {children}
      </MenuBox>
    </>
  );
}

type MenuBoxProps = {
  label: string;
  popover: Pick<ReturnType<typeof usePopover>, "open" | "close" | "boxProps">;
  children: ReactNode;
};

export function MenuBox({ label, popover: { open, close, boxProps }, children }: MenuBoxProps) {
  const typed = useRef({ text: "", at: 0 });

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    event.stopPropagation();
    const all = items(event.currentTarget);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const go = (index: number) => {
      event.preventDefault();
      all.at(index % all.length)?.focus();
    };
    if (event.key === "ArrowDown") return go(at + 1);
    if (event.key === "ArrowUp") return go(at <= 0 ? -1 : at - 1);
    if (event.key === "Home") return go(0);
    if (event.key === "End") return go(-1);
    if (event.key === "Tab") return close();
    if (event.key.length !== 1 || event.key === " " || event.metaKey || event.ctrlKey || event.altKey) return;
    const now = event.timeStamp;
    typed.current = {
      text: (now - typed.current.at < 600 ? typed.current.text : "") + event.key.toLowerCase(),
      at: now,
    };
    const found = all.findIndex((item) => item.textContent?.trim().toLowerCase().startsWith(typed.current.text));
    if (found >= 0) go(found);
  };

  return (
    <div
      {...boxProps}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      className={cn(popoverClass, "min-w-44 max-w-80 p-1")}
    >
      {open && <CloseMenu value={close}>{children}</CloseMenu>}
    </div>
  );
}

const itemClass =
  "flex min-h-8 w-full items-center gap-2.5 rounded-sm px-2 py-1 text-start outline-none pointer-coarse:min-h-11 hover:bg-hover focus:bg-hover aria-disabled:cursor-not-allowed aria-disabled:text-faint [&_svg]:size-4 [&_svg]:shrink-0";

export type MenuItemProps = {
  icon?: ReactNode;
  aside?: ReactNode;
  tone?: "neutral" | "danger";
  disabled?: boolean;
  href?: string;
  onSelect?: () => void;
  children: ReactNode;
};

export function MenuItem({ icon, aside, tone, disabled, href, onSelect, children }: MenuItemProps) {
  const close = use(CloseMenu);
  const className = cn(itemClass, tone === "danger" && !disabled && "text-danger");
  const body = (
    <>
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
      {aside}
    </>
  );
  const select = () => {
    // The focus returns to the trigger first, so that a dialog opened by this item returns it there.
    close();
    onSelect?.();
  };
  if (href !== undefined && !disabled) {
    return (
      <Link role="menuitem" tabIndex={-1} href={href} prefetch={false} className={className} onClick={select}>
        {body}
      </Link>
    );
  }
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={disabled || undefined}
      className={className}
      onClick={disabled ? undefined : select}
    >
      {body}
    </button>
  );
}

export type MenuChoiceProps = {
  checked: boolean;
  radio?: boolean;
  onCheckedChange: (checked: boolean) => void;
  children: ReactNode;
};

/** Toggling an option leaves the menu open, except for `radio`. */
export function MenuChoice({ checked, radio, onCheckedChange, children }: MenuChoiceProps) {
  const close = use(CloseMenu);
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support it; the rule cannot read the expression.
    <button
      type="button"
      role={radio ? "menuitemradio" : "menuitemcheckbox"}
      aria-checked={checked}
      tabIndex={-1}
      className={itemClass}
      onClick={() => {
        if (radio) close();
        onCheckedChange(!checked);
      }}
    >
      <Check aria-hidden className={cn("text-accent", !checked && "invisible")} />
      <span className="min-w-0 flex-1">{children}</span>
    </button>
  );
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu cannot contain a fieldset.
    <div role="group" aria-labelledby={id}>
      <div id={id} className="px-2 pt-1.5 pb-1 text-xs font-medium text-muted">
        {label}
      </div>
      {children}
    </div>
  );
}

export function MenuSeparator() {
  return <hr className="-mx-1 my-1 border-line" />;
}
