"use client";

import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { cn } from "./cn";
import { Picture } from "./picture";
import { keepPlaced, popoverClass } from "./popover";

/** The picture is null if there is none yet, and left out where no suggestion has one. */
export type Suggestion = {
  value: string;
  label: string;
  hint?: string;
  picture?: string | null;
  /** It is listed behind the others, and is only chosen on purpose. */
  doubtful?: boolean;
  /** It is what was typed. */
  typed?: boolean;
};

type Options = {
  options: readonly Suggestion[];
  onChoose: (option: Suggestion) => void;
  /** The first option is active as soon as somebody types, unless it is doubtful. */
  eager?: boolean;
  /** The Tab key takes the active option, unless it is what was typed. */
  tabTakes?: boolean;
};

/** An ARIA combobox keeps the focus in the input and moves `aria-activedescendant` through the list. */
export function useSuggestions({ options, onChoose, eager, tabTakes }: Options) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const anchor = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(false);
  /** Undefined until an arrow key is pressed. */
  const [moved, setMoved] = useState<number>();
  const [typed, setTyped] = useState(false);
  const open = wanted && options.length > 0;
  const at = Math.min(moved ?? (eager && typed && !options[0]?.doubtful ? 0 : -1), options.length - 1);

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
    setTyped(false);
    setMoved(undefined);
  };
  const choose = (option: Suggestion) => {
    close();
    onChoose(option);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return false;
    const option = options[at];
    if (event.key === "Tab" && !event.shiftKey && tabTakes && open && option && !option.typed) {
      choose(option);
      return true;
    }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      setWanted(true);
      const [step, end] = event.key === "ArrowDown" ? [1, 0] : [-1, options.length - 1];
      if (options.length > 0) setMoved(open && at >= 0 ? (at + step + options.length) % options.length : end);
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
      setTyped(true);
      setMoved(undefined);
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
              className="flex min-h-8 items-center gap-2 rounded-sm px-2 py-1 aria-selected:bg-hover hover:bg-hover pointer-coarse:min-h-11"
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              {option.picture !== undefined && <Picture src={option.picture} />}
              <span className="min-w-0 flex-1 truncate">{option.label}</span>
              {option.hint && (
                <span className="ms-2 max-w-1/2 shrink-0 truncate text-sm text-muted">{option.hint}</span>
              )}
            </div>
          ))}
      </div>
    ),
  };
}

const mostShown = 50;

/** As searches of the services do. */
function hasInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  return parts.every((part) => {
    const at = text.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}

/** Exact matches come first, then those that begin with the text, because the first one is taken with Enter. */
export function matching(options: readonly Suggestion[], text: string): readonly Suggestion[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return options.slice(0, mostShown);
  const rank = ({ label, value }: Suggestion) => {
    const words = [label.toLowerCase(), value.toLowerCase()];
    return words.includes(wanted)
      ? 0
      : words.some((word) => word.startsWith(wanted))
        ? 1
        : words.some((word) => hasInOrder(word, wanted.split(/\s+/)))
          ? 2
          : 3;
  };
  return options
    .filter((option) => rank(option) < 3)
    .sort((a, b) => Number(a.doubtful ?? false) - Number(b.doubtful ?? false) || rank(a) - rank(b))
    .slice(0, mostShown);
}

export const exactly = (options: readonly Suggestion[], typed: string) =>
  options.find(({ label, value }) => value === typed || label.toLowerCase() === typed.toLowerCase());

/** The last row takes what was typed as it is, unless a row above is exactly that. Enter takes it once nothing else is found. */
export function withTyped(
  found: readonly Suggestion[],
  text: string,
  words: ((text: string) => string) | undefined,
  searched = false,
): readonly Suggestion[] {
  const typed = text.trim();
  return words && typed !== "" && !exactly(found, typed)
    ? [...found, { value: typed, label: words(typed), doubtful: !searched || found.length > 0, typed: true }]
    : found;
}
