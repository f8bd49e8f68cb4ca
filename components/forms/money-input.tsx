"use client";

import { DecimalInput, useTypedNumber } from "@/components/ui/decimal-input";
import { NumberInput, type NumberInputProps } from "@/components/ui/input";
import { useDesk } from "@/lib/api/desk";
import { majorOf, typedAmount } from "@/lib/money";

type Props = Omit<NumberInputProps, "value" | "onChange" | "ref" | "prefix"> & {
  /** In the API's unit; NaN if the field is empty or contains no amount. */
  value: number;
  onValueChange: (value: number) => void;
  currency: string;
};

/** The person enters the amount in their own notation; the value is in the affiliate API's unit. */
export function MoneyInput({ value, onValueChange, currency, ...rest }: Props) {
  const { moneyUnit, format } = useDesk();
  const mark = format.decimalMark;
  const toText = (amount: number) =>
    Number.isFinite(amount) ? (majorOf(amount, currency, moneyUnit)?.replace(".", mark) ?? "") : "";
  const read = (typed: string) => typedAmount(typed, currency, moneyUnit, mark) ?? Number.NaN;
  return <NumberInput {...rest} prefix={currency} {...useTypedNumber({ value, onValueChange, toText, read })} />;
}

/** A rate of commission: an amount if its type is fixed, else a percentage. */
export function RateInput({ type, currency, ...control }: Props & { type: string | undefined }) {
  if (type === "fixed") return <MoneyInput {...control} currency={currency} />;
  return <DecimalInput {...control} {...(type === "percentage" && { suffix: "%" })} />;
}
