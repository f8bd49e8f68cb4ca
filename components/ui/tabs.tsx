"use client";

import { type KeyboardEvent, type ReactNode, useId } from "react";
import { cn } from "./cn";
import { IntentLink } from "./intent-link";

// A border below the tabs would make the strip scroll by its width.
const strip = "flex gap-4 overflow-x-auto shadow-[inset_0_-1px_var(--color-line)] print:hidden";
const tab =
  "inline-flex h-9 min-w-6 shrink-0 items-center justify-center gap-1.5 border-b-2 border-transparent px-0.5 text-muted -outline-offset-2 pointer-coarse:h-11 hover:border-control hover:text-ink";
const chosen = "border-accent! font-medium text-ink";

/** `scrollIntoView` would also scroll the page. */
function intoView(tab: HTMLElement | null): void {
  const row = tab?.parentElement;
  if (!tab || !row) return;
  const [own, all] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  if (own.left < all.left || own.right > all.right) row.scrollLeft += own.left - all.left - (all.width - own.width) / 2;
}

export type TabLink = { href: string; label: ReactNode; active?: boolean; badge?: ReactNode };

export function TabLinks({ label, items }: { label: string; items: readonly TabLink[] }) {
  return (
    <nav aria-label={label} className={strip}>
      {items.map((item) => (
        <IntentLink
          key={item.href}
          href={item.href}
          ref={item.active ? intoView : undefined}
          aria-current={item.active ? "page" : undefined}
          className={cn(tab, item.active && chosen)}
        >
          {item.label}
          {item.badge}
        </IntentLink>
      ))}
    </nav>
  );
}

type TabItem<Id extends string> = { id: Id; label: ReactNode; badge?: ReactNode; content: ReactNode };
export type TabsProps<Id extends string> = {
  label: string;
  items: readonly TabItem<Id>[];
  value: Id;
  onValueChange: (id: Id) => void;
};

export function Tabs<Id extends string>({ label, items, value, onValueChange }: TabsProps<Id>) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = items.findIndex((item) => item.id === value);
    const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const back = forward === "ArrowRight" ? "ArrowLeft" : "ArrowRight";
    const to = { [forward]: (at + 1) % items.length, [back]: at - 1, Home: 0, End: -1 }[event.key];
    const next = to === undefined ? undefined : items.at(to);
    if (!next) return;
    event.preventDefault();
    onValueChange(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  const current = items.find((item) => item.id === value);

  return (
    <div className="grid min-w-0 gap-4">
      <div role="tablist" aria-label={label} className={strip} onKeyDown={onKeyDown}>
        {items.map((item) => (
          <button
            key={item.id}
            id={`${id}-${item.id}`}
            type="button"
            role="tab"
            aria-selected={item.id === value}
            aria-controls={`${id}-panel`}
            tabIndex={item.id === value ? 0 : -1}
            className={cn(tab, item.id === value && chosen)}
            onClick={() => onValueChange(item.id)}
          >
            {item.label}
            {item.badge}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${value}`} className="min-w-0">
        {current?.content}
      </div>
    </div>
  );
}
