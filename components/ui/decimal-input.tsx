"use client";

import { useLocale, useTranslations } from "next-intl";
import { type Ref, useState } from "react";
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
  const [text, setText] = useState(() => toText(value));
  // A new value from outside, such as a reset, replaces the text, unless the text already has that value.
  const shown = Object.is(typedNumber(text), value) ? text : toText(value);
  return (
    <>
      <NumberInput
        {...rest}
        value={shown}
        onChange={(event) => {
          setText(event.target.value);
          onValueChange(typedNumber(event.target.value));
        }}
      />
      {Number.isNaN(value) && <InTwoWays text={shown} />}
    </>
  );
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
