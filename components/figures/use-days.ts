"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDesk } from "@/lib/api/desk";
import type { MetricsAnswer } from "@/lib/contract/checkout/analytics";
import type { HistoryDay } from "@/lib/contract/desk/history";
import type { Range } from "@/lib/ranges";
import { historyOf, metricsOf, type ofClosedDays } from "./figure-reads";

type Options = {
  enabled?: boolean;
  /** The query options with which the totals of the same range are fetched. */
  freshness?: Partial<typeof ofClosedDays>;
};

/**
 * The embedded service returns the days with the totals of the range, so the two never disagree. For another API,
 * Cartwright returns the days that it has collected, with steps in place of missing ones.
 */
export function useDays(range: Range, { enabled = true, freshness = {} }: Options = {}) {
  const desk = useDesk();
  const reportsDays = desk.extensions.checkout;
  const daily = useQuery({ ...metricsOf(desk, range), ...freshness, enabled: enabled && reportsDays, select: toDays });
  const collected = useQuery({
    ...historyOf(desk, range),
    placeholderData: keepPreviousData,
    enabled: enabled && !reportsDays,
  });
  return reportsDays ? daily : collected;
}

function toDays({ daily = [] }: MetricsAnswer): { data: HistoryDay[]; steps?: undefined; collected?: undefined } {
  return { data: daily.map(({ date, ...figures }) => ({ day: date, figures, complete: true })) };
}
