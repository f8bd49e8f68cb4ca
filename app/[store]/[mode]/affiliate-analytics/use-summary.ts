"use client";

import { useQuery } from "@tanstack/react-query";
import { ofClosedDays } from "@/components/figures/figure-reads";
import type { Period } from "@/components/figures/period";
import { useDesk } from "@/lib/api/desk";
import { currenciesOf } from "./figures";
import { summaryOf } from "./reads";

export type Summary = ReturnType<typeof useSummary>;

export function useSummary({ range, comparison, partial }: Period, wanted: string | null) {
  const desk = useDesk();
  const enabled = desk.can("affiliate", "analytics", "summary");
  const compared = comparison !== null && desk.extensions.affiliate;
  // Orders of past days may still be refunded, so the figures of closed days are fetched again like any others.
  const { placeholderData } = ofClosedDays;
  const now = useQuery({ ...summaryOf(desk, range), placeholderData, enabled });
  const before = useQuery({
    ...summaryOf(desk, comparison?.range ?? range),
    placeholderData,
    enabled: enabled && compared,
  });
  const currencies = now.data ? currenciesOf(now.data.data) : [];
  const currency = wanted !== null && currencies.includes(wanted) ? wanted : currencies[0];
  return { now, before: compared ? before : null, currencies, currency, whole: partial && range.start === range.end };
}
