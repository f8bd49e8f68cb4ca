"use client";

import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { controlLook, controlSize, useControl } from "./control";

export type SelectProps = Omit<ComponentProps<"select">, "size" | "children"> & {
  options: readonly { value: string; label: string }[];
  placeholder?: string;
  size?: "sm" | "md";
};

/** The browser's own select works best on phones, with keyboards and with screen readers, and needs no code. */
export function Select({ options, placeholder, size = "md", className, ...props }: SelectProps) {
  const control = useControl(props);
  return (
    <span className={cn("relative inline-grid w-full", className)}>
      <select {...control} className={cn(controlLook, controlSize[size], "appearance-none truncate pe-7")}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute end-2 top-1/2 size-3.5 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
