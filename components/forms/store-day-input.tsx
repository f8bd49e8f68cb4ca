"use client";

import { DateInput } from "@/components/ui/input";
import { useDesk } from "@/lib/api/desk";
import { addDays, dayIn, startOfDay } from "@/lib/days";

type Props = {
  value: string | undefined;
  onValueChange: (time: string) => void;
  onBlur?: () => void;
  /** A last day counts in full: its time is when the next day begins. */
  last?: boolean;
};

/** A day of the store, whose value is a time. */
export function StoreDayInput({ value, onValueChange, last = false, ...rest }: Props) {
  const { timeZone } = useDesk().store;
  const more = last ? 1 : 0;
  return (
    <DateInput
      {...rest}
      value={value ? dayIn(timeZone, new Date(Date.parse(value) - more)) : ""}
      onValueChange={(day) => onValueChange(day && startOfDay(timeZone, addDays(day, more)).toISOString())}
    />
  );
}
