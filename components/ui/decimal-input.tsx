"use client";

import { type Ref, useState } from "react";
import { NumberInput, type NumberInputProps } from "./input";

export type DecimalInputProps = Omit<NumberInputProps, "value" | "onChange" | "ref"> & {
  ref?: Ref<HTMLInputElement>;
  /** NaN while the field is empty or holds no number. */
  value: number;
  onValueChange: (value: number) => void;
};

/** A number as text: what is being typed stays as it is, `12,5` counts as `12.5`, and what is no number is NaN. */
export function DecimalInput({ value, onValueChange, ...rest }: DecimalInputProps) {
  const [text, setText] = useState(() => toText(value));
  // Another value from outside, such as a reset, replaces the text; one that the text already means does not.
  const shown = Object.is(toNumber(text), value) ? text : toText(value);
  return (
    <NumberInput
      {...rest}
      value={shown}
      onChange={(event) => {
        setText(event.target.value);
        onValueChange(toNumber(event.target.value));
      }}
    />
  );
}

function toText(value: number): string {
  return Number.isFinite(value) ? String(value) : "";
}

function toNumber(text: string): number {
  const trimmed = text.trim();
  return /^[+-]?\d+([.,]\d*)?$/.test(trimmed) ? Number(trimmed.replace(",", ".")) : Number.NaN;
}
