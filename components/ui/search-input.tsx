"use client";

import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { cn } from "./cn";
import { controlLook, controlSize } from "./control";
import { IconButton } from "./icon-button";
import { useShortcut } from "./use-shortcut";

export type SearchInputProps = {
  value: string;
  /** Called 250 ms after the last key, and never while an input method is composing. */
  onValueChange: (value: string) => void;
  /** Called with the text before it is applied, and resolves to true if something else became of it. */
  onEnter?: (text: string) => Promise<boolean>;
  label: string;
  placeholder?: string;
  /** The `/` key focuses this input. Only one input on a page may have this. */
  shortcut?: boolean;
  className?: string;
};

export function SearchInput({
  value,
  onValueChange,
  onEnter,
  label,
  placeholder,
  shortcut = true,
  className,
}: SearchInputProps) {
  const t = useTranslations("ui");
  const ref = useRef<HTMLInputElement>(null);
  const composing = useRef(false);
  const entering = useRef(false);
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  const applied = useRef(value);
  const [text, setText] = useState(value);

  if (value !== applied.current && value !== text) {
    applied.current = value;
    setText(value);
  }
  const apply = (now: string) => {
    if (composing.current || now === applied.current) return;
    applied.current = now;
    onValueChange(now);
  };
  const applyLater = useEffectEvent(apply);
  useEffect(() => {
    later.current = setTimeout(() => applyLater(text), text === "" ? 0 : 250);
    return () => clearTimeout(later.current);
  }, [text]);
  const enter = async () => {
    if (!onEnter || entering.current) return;
    entering.current = true;
    // A search applied while the page that Enter opens is loading would call that page off.
    clearTimeout(later.current);
    const taken = await onEnter(text);
    entering.current = false;
    if (!taken) apply(ref.current?.value ?? text);
  };
  useShortcut("/", () => ref.current?.select(), { enabled: shortcut });

  return (
    <search className={cn("relative", className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute start-2.5 top-1/2 size-4 -translate-y-1/2 text-muted"
      />
      <input
        ref={ref}
        data-search
        type="search"
        enterKeyHint="search"
        aria-label={label}
        aria-keyshortcuts={shortcut ? "/" : undefined}
        placeholder={placeholder ?? label}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onCompositionStart={() => {
          composing.current = true;
        }}
        onCompositionEnd={(event) => {
          composing.current = false;
          setText(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) void enter();
          if (event.key !== "Escape") return;
          if (text === "") event.currentTarget.blur();
          setText("");
        }}
        className={cn(controlLook, controlSize.sm, "ps-8 pe-8 [&::-webkit-search-cancel-button]:hidden")}
      />
      {text !== "" && (
        <span className="absolute end-0 top-0">
          <IconButton
            size="sm"
            tip={false}
            label={t("clearSearch")}
            icon={<X />}
            onClick={() => {
              setText("");
              ref.current?.focus();
            }}
          />
        </span>
      )}
    </search>
  );
}
