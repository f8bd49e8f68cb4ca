"use client";

import { type ReactNode, useId } from "react";
import { cn } from "./cn";

type Choice<Value extends string> = {
  value: Value;
  label: string;
  icon?: ReactNode;
  description?: ReactNode;
  disabled?: boolean;
};
type Group<Value extends string> = {
  /** Names the group, unless a `Field` with `group` already does. */
  label?: string;
  options: readonly Choice<Value>[];
  value: Value | null | undefined;
  onValueChange: (value: Value) => void;
};

/** Native radio buttons leave arrow keys, forms and validation to the browser. */
export function RadioCards<Value extends string>({
  label,
  options,
  value,
  onValueChange,
  name,
}: Group<Value> & { name?: string }) {
  const id = useId();
  return (
    <div role="radiogroup" aria-label={label} className="grid gap-2 sm:grid-cols-[repeat(auto-fit,minmax(13rem,1fr))]">
      {options.map((option) => (
        <label
          key={option.value}
          className="flex items-start gap-2.5 rounded-md border border-control/60 bg-surface px-3 py-2.5 hover:border-ink/60 has-checked:border-accent has-checked:bg-accent-soft/50 has-disabled:opacity-60 [&_svg]:size-4"
        >
          <span className="flex h-5 items-center">
            <input
              type="radio"
              className="dot"
              name={name ?? id}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              // The description is not part of the name, because it would be read twice.
              aria-labelledby={`${id}-${option.value}-name`}
              aria-describedby={option.description ? `${id}-${option.value}` : undefined}
              onChange={() => onValueChange(option.value)}
            />
          </span>
          <span className="min-w-0 flex-1">
            <span id={`${id}-${option.value}-name`} className="flex items-center gap-1.5 font-medium">
              {option.icon}
              {option.label}
            </span>
            {option.description && (
              <span id={`${id}-${option.value}`} className="block text-sm text-muted">
                {option.description}
              </span>
            )}
          </span>
        </label>
      ))}
    </div>
  );
}

type SegmentedProps<Value extends string> = Group<Value> & {
  size?: "sm" | "md";
  /** `phone`: on phones, only the selected option shows its label beside its icon. */
  iconOnly?: boolean | "phone";
  className?: string;
};

export function Segmented<Value extends string>({
  label,
  options,
  value,
  onValueChange,
  size = "md",
  iconOnly,
  className,
}: SegmentedProps<Value>) {
  const id = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cn("inline-flex w-fit max-w-full flex-wrap rounded-md border border-line bg-sunken p-0.5", className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          data-tip={iconOnly === true ? option.label : undefined}
          className={cn(
            "group/option inline-flex items-center justify-center gap-1.5 rounded-sm border border-transparent px-2 whitespace-nowrap text-muted outline-offset-1 hover:text-ink has-checked:border-control/60 has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus has-disabled:opacity-60 [&_svg]:size-4",
            size === "sm" ? "min-h-6 text-sm" : "min-h-[calc(var(--control-size)-6px)]",
            "pointer-coarse:min-h-10",
          )}
        >
          <input
            type="radio"
            className="sr-only"
            name={id}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onValueChange(option.value)}
          />
          {option.icon}
          <span
            className={cn(
              iconOnly === true && "sr-only",
              iconOnly === "phone" && "max-sm:sr-only max-sm:group-has-checked/option:not-sr-only",
            )}
          >
            {option.label}
          </span>
        </label>
      ))}
    </div>
  );
}
