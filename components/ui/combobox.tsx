"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefCallback, useState } from "react";
import { cn } from "./cn";
import { controlClass, useControl } from "./control";
import { matching, type Suggestion, useSuggestions } from "./suggestions";

export type ComboboxProps = {
  value: string;
  onValueChange: (value: string) => void;
  options: readonly Suggestion[];
  freeText?: boolean;
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
  // Null while nothing is being typed; the field then shows the value.
  const [text, setText] = useState<string | null>(null);
  const shown = text ?? labelOf(value);
  const found = onQueryChange || text === null ? options.slice(0, 50) : matching(options, text);
  const suggestions = useSuggestions({
    options: found,
    onChoose: (option) => {
      setText(null);
      onQueryChange?.("");
      onValueChange(option.value);
    },
  });

  const settle = () => {
    suggestions.close();
    if (text !== null) {
      const wanted = text.trim();
      const exact = options.find(
        (option) => option.label.toLowerCase() === wanted.toLowerCase() || option.value === wanted,
      );
      if (wanted === labelOf(value)) onValueChange(value);
      else if (exact) onValueChange(exact.value);
      else if (freeText || wanted === "") onValueChange(wanted);
    }
    setText(null);
  };

  return (
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
        value={shown}
        className={cn(controlClass, "pe-8")}
        onChange={(event) => {
          setText(event.target.value);
          suggestions.type();
          onQueryChange?.(event.target.value);
        }}
        onKeyDown={(event) => {
          if (suggestions.onKey(event)) return;
          if (event.key === "Escape") setText(null);
          if (event.key === "Enter" && text !== null) {
            event.preventDefault();
            settle();
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
  );
}
