"use client";

import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { controlClass, controlLook, useControl } from "./control";

export function Input({ className, ...props }: ComponentProps<"input">) {
  const control = useControl(props);
  return <input type="text" autoComplete="off" {...control} className={cn(controlClass, className)} />;
}

export function Textarea({ className, rows = 3, ...props }: ComponentProps<"textarea">) {
  const control = useControl(props);
  return (
    <textarea
      rows={rows}
      {...control}
      className={cn(
        controlLook,
        "field-sizing-content min-h-16 px-2.5 py-1.5 text-base pointer-coarse:text-lg",
        className,
      )}
    />
  );
}

export type NumberInputProps = Omit<ComponentProps<"input">, "type" | "prefix"> & {
  prefix?: ReactNode;
  suffix?: ReactNode;
};

/** `type="number"` would change its value on scroll, hide text it cannot parse, and ignore the locale. */
export function NumberInput({ prefix, suffix, className, ...props }: NumberInputProps) {
  const control = useControl(props);
  const affix = "pointer-events-none grid shrink-0 place-items-center text-muted select-none";
  return (
    <span
      className={cn(
        controlClass,
        "inline-flex items-center gap-1.5 has-focus-visible:outline-2 has-focus-visible:outline-focus has-aria-invalid:border-danger has-disabled:bg-sunken has-disabled:text-muted",
        className,
      )}
    >
      {prefix !== undefined && <span className={affix}>{prefix}</span>}
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        {...control}
        className="h-full w-full min-w-0 bg-transparent outline-none disabled:cursor-not-allowed"
      />
      {suffix !== undefined && <span className={affix}>{suffix}</span>}
    </span>
  );
}

type Props = Omit<ComponentProps<"input">, "type" | "value" | "onChange"> & {
  value: string | null;
  /** Receives "" if the field has no complete day. */
  onValueChange: (day: string) => void;
};

/** The browser's own field uses the person's language and keyboard. */
export function DateInput({ value, onValueChange, ...rest }: Props) {
  return <Input {...rest} type="date" value={value ?? ""} onChange={(event) => onValueChange(event.target.value)} />;
}
