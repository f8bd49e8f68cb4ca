"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useToday } from "@/components/figures/use-days";
import { useDesk } from "@/lib/api/desk";
import { type PerformanceOf, performanceUntil, readPerformance } from "./performance";

/** Undefined while the report loads, and null if the API has none. `day` is today, as the server says. */
export function usePerformance(day: string): PerformanceOf | null | undefined {
  const { checkout, can } = useDesk();
  const report = useQuery({
    ...performanceUntil({ checkout }, useToday(day)),
    // An API without this report does not affect the rest of the screen.
    enabled: can("checkout", "analytics", "report"),
  });
  const { data, isLoading } = report;
  return useMemo(() => (data ? readPerformance(data) : isLoading ? undefined : null), [data, isLoading]);
}
