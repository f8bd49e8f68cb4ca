"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDesk } from "@/lib/api/desk";
import { lastDays, type PerformanceOf, readPerformance } from "./performance";

export const performanceDays = 30;

/** One report covers all offers. Null means that the API has none, so the column is hidden. */
export function usePerformance(): PerformanceOf | null {
  const { checkout, can, store } = useDesk();
  const report = useQuery({
    ...checkout.analytics.report.options({
      params: { type: "upsell_performance" },
      query: lastDays(performanceDays, store.timeZone),
    }),
    // An API without this report does not affect the rest of the screen.
    enabled: can("checkout", "analytics", "report"),
    retry: false,
    staleTime: 5 * 60_000,
  });
  return useMemo(() => (report.data ? readPerformance(report.data) : null), [report.data]);
}
