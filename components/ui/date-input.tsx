"use client";

import type { ComponentProps } from "react";
import { Input } from "./input";

type Props = Omit<ComponentProps<"input">, "type" | "value" | "onChange"> & {
  /** YYYY-MM-DD, or nothing. */
  value: string | null;
  /** Told "" where there is no whole day in it. */
  onValueChange: (day: string) => void;
};

/** A day of the calendar, in the browser's own field: it speaks the person's language and knows their keyboard. */
export function DateInput({ value, onValueChange, ...rest }: Props) {
  return <Input {...rest} type="date" value={value ?? ""} onChange={(event) => onValueChange(event.target.value)} />;
}
