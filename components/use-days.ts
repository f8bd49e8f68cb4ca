"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDesk } from "@/lib/api/desk";
import type { MetricsAnswer } from "@/lib/contract/checkout/analytics";
import type { HistoryDay } from "@/lib/contract/desk/history";
import type { Range } from "@/lib/ranges";
import { historyOf, metricsOf, type ofClosedDays } from "./figure-reads";

type Options = {
  enabled?: boolean;
  /** The options that the totals of the same range are read with. */
  patience?: Partial<typeof ofClosedDays>;
};

/**
 * The days of a range. Our own service returns them with the totals of the range, so the two never disagree. The days of
 * another API are those that the dashboard has collected, and steps in place of missing ones.
 */
export function useDays(range: Range, { enabled = true, patience = {} }: Options = {}) {
  const desk = useDesk();
  const told = desk.extensions.checkout;
  const daily = useQuery({ ...metricsOf(desk, range), ...patience, enabled: enabled && told, select: toDays });
  const collected = useQuery({
    ...historyOf(desk, range),
    placeholderData: keepPreviousData,
    enabled: enabled && !told,
  });
  return told ? daily : collected;
}

function toDays({ daily = [] }: MetricsAnswer): { data: HistoryDay[]; steps?: undefined; collected?: undefined } {
  return { data: daily.map(({ date, ...figures }) => ({ day: date, figures, complete: true })) };
}
