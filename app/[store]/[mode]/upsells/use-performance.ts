"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDesk } from "@/lib/api/desk";
import { lastDays, type PerformanceOf, readPerformance } from "./performance";

export const performanceDays = 30;

/** One report for all offers, read once the screen stands. Null where there is none: then nothing is shown. */
export function usePerformance(): PerformanceOf | null {
  const { checkout, can, store } = useDesk();
  const report = useQuery({
    ...checkout.analytics.report.options({
      params: { type: "upsell_performance" },
      query: lastDays(performanceDays, store.timeZone),
    }),
    // Beside the record and not in the way of it: an API without this report is no failure of this screen.
    enabled: can("checkout", "analytics", "report"),
    retry: false,
    staleTime: 5 * 60_000,
  });
  return useMemo(() => (report.data ? readPerformance(report.data) : null), [report.data]);
}
