"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ChangeEvent, type Ref, useState } from "react";
import { readTyped, typedNumber } from "@/lib/i18n/typed-number";
import { NumberInput, type NumberInputProps } from "./input";

export type DecimalInputProps = Omit<NumberInputProps, "value" | "onChange" | "ref"> & {
  ref?: Ref<HTMLInputElement>;
  /** NaN if the field is empty or contains no number. */
  value: number;
  onValueChange: (value: number) => void;
};

/** The entered text stays as it is, and `12,5` equals `12.5`. */
export function DecimalInput({ value, onValueChange, ...rest }: DecimalInputProps) {
  const locale = useLocale();
  const toText = (number: number) =>
    Number.isFinite(number)
      ? new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 }).format(number)
      : "";
  const typed = useTypedNumber({ value, onValueChange, toText, read: typedNumber });
  return (
    <>
      <NumberInput {...rest} {...typed} />
      {Number.isNaN(value) && <InTwoWays text={typed.value} />}
    </>
  );
}

type Typed = Pick<DecimalInputProps, "value" | "onValueChange"> & {
  toText: (value: number) => string;
  read: (text: string) => number;
};

/** A value from outside, such as a reset, replaces the entered text, unless the text already has that value. */
export function useTypedNumber({ value, onValueChange, toText, read }: Typed) {
  const [text, setText] = useState(() => toText(value));
  return {
    value: Object.is(read(text), value) ? text : toText(value),
    onChange({ target }: ChangeEvent<HTMLInputElement>) {
      setText(target.value);
      onValueChange(read(target.value));
    },
  };
}

/** "1.234" means a thousand to some people and a little more than one to others, so the person is asked. */
function InTwoWays({ text }: { text: string }) {
  const t = useTranslations("ui");
  const locale = useLocale();
  const { value, grouped } = readTyped(text) ?? {};
  if (value === undefined || grouped === undefined) return null;
  const format = new Intl.NumberFormat(locale, { useGrouping: false, minimumFractionDigits: 4 });
  return (
    <p role="status" className="text-sm text-warning">
      {t("inTwoWays", { whole: grouped.value, part: format.format(Number(value)) })}
    </p>
  );
}
