"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { announce } from "./announce";
import { cn } from "./cn";
import { controlLook, useControl } from "./control";
import { exactly, matching, type Suggestion, useSuggestions, withTyped } from "./suggestions";

export type TokenFieldProps = {
  value: readonly string[];
  onValueChange: (value: string[]) => void;
  options?: readonly Suggestion[];
  onQueryChange?: (text: string) => void;
  /** Splits entered or pasted text; by default at commas, semicolons and white space. */
  split?: (text: string) => string[];
  nameOf?: (value: string) => string;
  /**
   * The label of the last row, which adds what was typed. What is left in the field is then no entry, and white space
   * separates entries only if they are pasted.
   */
  asTyped?: (text: string) => string;
  /** The options are all that match what was typed. */
  searched?: boolean;
  /** What to say of an entry that nobody knows. */
  doubt?: (value: string) => string | undefined;
  onBlur?: () => void;
  disabled?: boolean;
};

/** For entries that may contain spaces. */
export const byLineOrComma = (text: string) => text.split(/[\n\r,;]+/).map((part) => part.trim());
const bySeparator = (text: string) => text.split(/[\s,;]+/);

export function TokenField({
  value,
  onValueChange,
  options = [],
  onQueryChange,
  split = bySeparator,
  nameOf = (each) => each,
  asTyped,
  searched,
  doubt,
  onBlur,
  ...props
}: TokenFieldProps) {
  const t = useTranslations("ui.tokens");
  const ui = useTranslations("ui");
  const control = useControl(props);
  const [text, setText] = useState("");
  /** True if somebody left the field without choosing a row. */
  const [left, setLeft] = useState(false);
  const labelOf = (token: string) => options.find((option) => option.value === token)?.label ?? nameOf(token);
  const begin = (typed: string) => options.filter(({ label }) => label.toLowerCase().startsWith(typed.toLowerCase()));
  const isName = (typed: string) => begin(typed).some(({ label }) => label.length === typed.length);
  const others = options.filter((option) => !value.includes(option.value));

  const write = (next: string) => {
    setText(next);
    setLeft(false);
    onQueryChange?.(next);
  };
  const add = (tokens: readonly string[]) => {
    const known = tokens.map(
      (token) => options.find((option) => option.label.toLowerCase() === token.toLowerCase())?.value ?? token,
    );
    const next = [...new Set([...value, ...known.filter((token) => token !== "")])];
    const count = next.length - value.length;
    if (count > 0) {
      onValueChange(next);
      announce(t("added", { count, name: labelOf(next.at(-1) ?? "") }));
    }
    write("");
  };
  const addTyped = () => {
    const typed = text.trim();
    // Words that were typed are a name whose list may still be loading, and never several IDs.
    const isOne = isName(typed) || (asTyped !== undefined && /\s/.test(typed));
    if (typed !== "" && (!isOne || isName(typed))) add(isOne ? [typed] : split(typed));
  };
  const leave = () => {
    suggestions.close();
    const typed = text.trim();
    const exact = exactly(options, typed);
    if (exact) add([exact.value]);
    else if (asTyped) setLeft(typed !== "");
    else addTyped();
  };
  // Suggestions may arrive after somebody has left the field.
  const late = left ? exactly(options, text.trim())?.value : undefined;
  const take = useEffectEvent((token: string) => add([token]));
  useEffect(() => {
    if (late !== undefined) take(late);
  }, [late]);
  const remove = (token: string) => {
    onValueChange(value.filter((each) => each !== token));
    announce(t("removed", { name: labelOf(token) }));
    suggestions.input.current?.focus();
  };
  const found = onQueryChange ? others.slice(0, 50) : matching(others, text);
  const suggestions = useSuggestions({
    options: withTyped(found, text, asTyped, searched),
    eager: text.trim() !== "",
    tabTakes: asTyped !== undefined,
    onChoose: (option) => add([option.value]),
  });

  return (
    <>
      <div
        ref={suggestions.anchor}
        className={cn(
          controlLook,
          "group/tokens relative flex min-h-control flex-wrap items-center gap-1 p-[3px] text-base pointer-coarse:text-lg has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus has-aria-invalid:border-danger has-[input:disabled]:bg-sunken has-[input:disabled]:text-muted",
        )}
      >
        {value.length > 0 && (
          <ul aria-label={t("chosen")} className="contents">
            {value.map((token) => (
              <li
                key={token}
                className="inline-flex h-6 max-w-full items-center gap-1 rounded-sm bg-sunken ps-2 text-sm pointer-coarse:h-8 group-has-[input:disabled]/tokens:bg-surface group-has-[input:disabled]/tokens:pe-2"
              >
                <span className="truncate">{labelOf(token)}</span>
                {doubt?.(token) && <span className="shrink-0 text-warning">{doubt(token)}</span>}
                <button
                  type="button"
                  disabled={control.disabled}
                  aria-label={t("remove", { name: labelOf(token) })}
                  className="grid h-full w-6 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink disabled:hidden"
                  onClick={() => remove(token)}
                >
                  <X aria-hidden className="size-3.5" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          {...control}
          {...suggestions.inputProps}
          type="text"
          data-undecided={left || undefined}
          value={text}
          className="h-6 min-w-24 flex-1 bg-transparent px-1.5 outline-none pointer-coarse:h-8"
          onChange={(event) => {
            suggestions.type();
            const { isComposing, inputType } = event.nativeEvent as InputEvent;
            const parts = (asTyped && inputType !== "insertFromPaste" ? byLineOrComma : split)(event.target.value);
            // White space may belong to the name of an option.
            if (!isComposing && parts.length > 1 && begin(event.target.value).length === 0) return add(parts);
            write(event.target.value);
          }}
          onKeyDown={(event) => {
            if (suggestions.onKey(event) || event.nativeEvent.isComposing) return;
            const last = value.at(-1);
            if (event.key === "Enter") {
              // Enter adds a token, so it must never submit the form.
              event.preventDefault();
              addTyped();
            } else if (event.key === "Backspace" && text === "" && last !== undefined) remove(last);
          }}
          onBlur={() => {
            leave();
            onBlur?.();
          }}
        />
        {suggestions.list(t("suggestions"))}
      </div>
      {left && <p className="text-sm text-warning">{ui("notChosen", { typed: text.trim() })}</p>}
    </>
  );
}
