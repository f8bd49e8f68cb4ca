"use client";

import { useMemo } from "react";
import { useDesk } from "@/lib/api/desk";

/** Returns the labels of a chart whose points are days. The days must be memoized. */
export function useDayLabels(days: readonly string[]) {
  const { format } = useDesk();
  return useMemo(
    () => ({
      label: (at: number) => format.weekday(days[at] ?? ""),
      shortLabel: (at: number) => format.day(days[at] ?? ""),
    }),
    [days, format],
  );
}
