"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { onPlainClick } from "@/components/ui/intent-link";
import { useDesk } from "@/lib/api/desk";
import { onlyDay, type PeriodChange } from "./period";

export function DayLink({ day, onChange }: { day: string; onChange: PeriodChange }) {
  const { format } = useDesk();
  const path = usePathname();
  const search = new URLSearchParams(useSearchParams());
  for (const [name, value] of Object.entries(onlyDay(day))) search.set(name, value);
  search.delete("page");
  return (
    <a
      href={`${path}?${search}`}
      onClick={onPlainClick(() => onChange(onlyDay(day)))}
      className="inline-flex min-h-6 items-center whitespace-nowrap underline-offset-3 hover:underline"
    >
      {format.weekday(day)}
    </a>
  );
}

/** Returns the days of a chart and their labels. The days must be memoized. */
export function useDayLabels(days: readonly string[]) {
  const { format } = useDesk();
  return useMemo(
    () => ({
      label: (at: number) => format.weekday(days[at] ?? ""),
      shortLabel: (at: number) => format.day(days[at] ?? ""),
      days,
      // All charts of a page show the day under the pointer.
      syncId: "days",
    }),
    [days, format],
  );
}
