"use client";

import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { cn } from "./cn";
import { keepPlaced, popoverClass } from "./popover";

export type Suggestion = { value: string; label: string; hint?: string };

type Options = { options: readonly Suggestion[]; onChoose: (option: Suggestion) => void };

/** An ARIA combobox keeps the focus in the input and moves `aria-activedescendant` through the list. */
export function useSuggestions({ options, onChoose }: Options) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const anchor = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(false);
  const [active, setActive] = useState(-1);
  const open = wanted && options.length > 0;
  const at = Math.min(active, options.length - 1);

  useEffect(() => {
    const box = list.current;
    const beside = anchor.current;
    if (!open || !box || !beside) return;
    box.showPopover();
    const stopPlacing = keepPlaced(beside, box, { matchWidth: true });
    return () => {
      if (box.matches(":popover-open")) box.hidePopover();
      stopPlacing();
    };
  }, [open]);
  useEffect(() => {
    if (open && at >= 0) list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [open, at]);

  const close = () => {
    setWanted(false);
    setActive(-1);
  };
  const choose = (option: Suggestion) => {
    close();
    onChoose(option);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return false;
    const option = options[at];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      setWanted(true);
      const [step, end] = event.key === "ArrowDown" ? [1, 0] : [-1, options.length - 1];
      if (options.length > 0) setActive(open && at >= 0 ? (at + step + options.length) % options.length : end);
    } else if (event.key === "Enter" && open && option) choose(option);
    else if (event.key === "Escape" && open) close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };

  return {
    input,
    anchor,
    close,
    type: () => {
      setWanted(true);
      setActive(-1);
    },
    onKey,
    inputProps: {
      ref: input,
      role: "combobox",
      autoComplete: "off",
      spellCheck: false,
      "aria-autocomplete": "list",
      "aria-expanded": open,
      "aria-controls": `${id}-list`,
      "aria-activedescendant": open && at >= 0 ? `${id}-${at}` : undefined,
      onClick: () => setWanted(true),
    } as const,
    list: (label: string) => (
      <div
        ref={list}
        id={`${id}-list`}
        popover="manual"
        role="listbox"
        aria-label={label}
        tabIndex={-1}
        className={cn(popoverClass, "max-w-[calc(100vw-1rem)] p-1")}
      >
        {open &&
          options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys.
            <div
              key={option.value}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className="flex min-h-8 items-center justify-between gap-4 rounded-sm px-2 py-1 aria-selected:bg-hover hover:bg-hover pointer-coarse:min-h-11"
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              <span className="min-w-0 truncate">{option.label}</span>
              {option.hint && <span className="shrink-0 text-sm text-muted">{option.hint}</span>}
            </div>
          ))}
      </div>
    ),
  };
}

export const matching = (options: readonly Suggestion[], text: string) => {
  const wanted = text.trim().toLowerCase();
  const found =
    wanted === ""
      ? options
      : options.filter((option) => `${option.label} ${option.value}`.toLowerCase().includes(wanted));
  return found.slice(0, 50);
};
