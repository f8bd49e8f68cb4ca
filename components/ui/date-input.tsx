"use client";

import type { ComponentProps } from "react";
import { Input } from "./input";

type Props = Omit<ComponentProps<"input">, "type" | "value" | "onChange"> & {
  value: string | null;
  /** Receives "" if the field has no complete day. */
  onValueChange: (day: string) => void;
};

/** The browser's own field uses the person's language and keyboard. */
export function DateInput({ value, onValueChange, ...rest }: Props) {
  return <Input {...rest} type="date" value={value ?? ""} onChange={(event) => onValueChange(event.target.value)} />;
}
