"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDesk } from "@/lib/api/desk";
import type { MetricsAnswer } from "@/lib/contract/checkout/analytics";
import type { Range } from "@/lib/ranges";
import { historyOf, metricsOf, type ofClosedDays } from "./figure-reads";
import type { FigureDay } from "./figures";

type Options = {
  enabled?: boolean;
  /** What the sums of the same range are read with. */
  patience?: Partial<typeof ofClosedDays>;
};

/**
 * The days of a range. Our own service tells them in one answer with their sums, so that the two never disagree; the days
 * of any other API are shown as far as the dashboard has collected them.
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

function toDays({ daily = [] }: MetricsAnswer): { data: FigureDay[]; collected?: undefined } {
  return { data: daily.map(({ date, ...figures }) => ({ day: date, figures, complete: true })) };
}
