"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefCallback, useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { cn } from "./cn";
import { controlClass, useControl } from "./control";
import { exactly, matching, type Suggestion, useSuggestions, withTyped } from "./suggestions";

export type ComboboxProps = {
  value: string;
  onValueChange: (value: string) => void;
  options: readonly Suggestion[];
  /** What was typed is accepted when the field is left. */
  freeText?: boolean;
  /** What was typed is accepted only if somebody chooses the last row, which has this label. */
  asTyped?: (text: string) => string;
  /** The options are all that match what was typed. */
  searched?: boolean;
  onQueryChange?: (text: string) => void;
  nameOf?: (value: string) => string;
  onBlur?: () => void;
  inputRef?: RefCallback<HTMLInputElement>;
  placeholder?: string;
  "aria-label"?: string;
};

export function Combobox({
  value,
  onValueChange,
  options,
  freeText,
  asTyped,
  searched,
  onQueryChange,
  nameOf = (each) => each,
  onBlur,
  inputRef,
  placeholder,
  ...props
}: ComboboxProps) {
  const t = useTranslations("ui");
  const control = useControl(props);
  const labelOf = (wanted: string) => options.find((option) => option.value === wanted)?.label ?? nameOf(wanted);
  /** A text instead of the value that the field had; `left` if somebody left the field without choosing a row. */
  const [typed, setTyped] = useState<{ text: string; of: string; left: boolean } | null>(null);
  const text = typed?.of === value ? typed.text : null;
  const found = onQueryChange || text === null ? options.slice(0, 50) : matching(options, text);
  const suggestions = useSuggestions({
    options:
      text === null
        ? found
        : withTyped(found, text, asTyped ?? (freeText ? (typed) => t("useTyped", { typed }) : undefined), searched),
    eager: true,
    // A field that somebody has emptied stays empty.
    tabTakes: !freeText && Boolean(text?.trim()),
    onChoose: (option) => {
      // A choice may close a box around the field and so leave the field, which must not take what was typed instead.
      flushSync(() => setTyped(null));
      onQueryChange?.("");
      onValueChange(option.value);
    },
  });

  const settle = (stays = false) => {
    suggestions.close();
    if (text === null) return;
    const wanted = text.trim();
    const exact = exactly(options, wanted);
    setTyped(null);
    if (wanted === labelOf(value)) onValueChange(value);
    else if (exact) onValueChange(exact.value);
    else if (freeText || wanted === "") onValueChange(wanted);
    else if (asTyped) {
      setTyped({ text, of: "", left: true });
      onValueChange("");
      if (stays) suggestions.type();
    }
  };

  // Suggestions may arrive after somebody has left the field.
  const late = text !== null && typed?.left ? exactly(options, text.trim())?.value : undefined;
  const take = useEffectEvent(onValueChange);
  useEffect(() => {
    if (late !== undefined) take(late);
  }, [late]);

  return (
    <>
      <div ref={suggestions.anchor} className="relative">
        <input
          {...control}
          {...suggestions.inputProps}
          ref={(input) => {
            suggestions.input.current = input;
            inputRef?.(input);
          }}
          type="text"
          placeholder={placeholder}
          value={text ?? labelOf(value)}
          className={cn(controlClass, "pe-8")}
          onChange={(event) => {
            setTyped({ text: event.target.value, of: value, left: false });
            suggestions.type();
            onQueryChange?.(event.target.value);
          }}
          onKeyDown={(event) => {
            if (suggestions.onKey(event)) return;
            if (event.key === "Escape") setTyped(null);
            if (event.key === "Enter" && text !== null) {
              event.preventDefault();
              settle(true);
            }
          }}
          onBlur={() => {
            settle();
            onBlur?.();
          }}
        />
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute end-2.5 top-1/2 size-4 -translate-y-1/2 text-muted"
        />
        {suggestions.list(t("suggestions"))}
      </div>
      {text !== null && typed?.left && <p className="text-sm text-warning">{t("notChosen", { typed: text.trim() })}</p>}
    </>
  );
}
