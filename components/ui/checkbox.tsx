"use client";

import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { useControl } from "./control";

export type CheckboxProps = Omit<ComponentProps<"input">, "type" | "ref"> & {
  ref?: React.Ref<HTMLInputElement>;
  indeterminate?: boolean;
  label?: ReactNode;
  description?: ReactNode;
};

export function Checkbox({ indeterminate = false, label, description, className, ref, ...props }: CheckboxProps) {
  const control = useControl(props);
  const box = (
    <input
      {...control}
      type="checkbox"
      className="tick"
      ref={(node) => {
        if (node) node.indeterminate = indeterminate;
        if (typeof ref === "function") return ref(node);
        if (ref) ref.current = node;
      }}
    />
  );
  if (label === undefined) return <span className={cn("inline-grid size-6 place-items-center", className)}>{box}</span>;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is `box`.
    <label className={cn("flex min-h-6 items-start gap-2", !description && "pointer-coarse:py-3", className)}>
      <span className="flex h-5 items-center">{box}</span>
      <span>
        {label}
        {description && <span className="block text-sm text-muted">{description}</span>}
      </span>
    </label>
  );
}
