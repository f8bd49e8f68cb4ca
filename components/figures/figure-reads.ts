import { keepPreviousData, type UseQueryOptions } from "@tanstack/react-query";
import type { Desk } from "@/lib/api/desk";
import type { MetricsAnswer } from "@/lib/contract/checkout/analytics";
import type { CollectedDays } from "@/lib/contract/desk/history";
import type { ApiError } from "@/lib/contract/errors";
import type { Range } from "@/lib/ranges";

export const totalsOf = ({ checkout }: Pick<Desk, "checkout">, { start, end }: Range) =>
  checkout.analytics.metrics.options({ query: { start_date: start, end_date: end } });

/** The totals together with each day, which only the embedded service returns. */
export const metricsOf = ({ checkout }: Pick<Desk, "checkout">, { start, end }: Range) =>
  checkout.analytics.metrics.options({ query: { start_date: start, end_date: end, group_by: "day" } });

/** Another API reports only totals, so Cartwright collects its days, and returns steps in place of missing ones. */
const collectedOf = ({ desk }: Pick<Desk, "desk">, { start, end }: Range) => ({
  ...desk.history.metrics.options({ query: { from: start, to: end } }),
  placeholderData: keepPreviousData,
});

export type DaysRead = MetricsAnswer | CollectedDays;

export const daysReadOf = (
  apis: Pick<Desk, "checkout" | "desk" | "has">,
  range: Range,
  freshness: Partial<typeof ofClosedDays> = {},
) =>
  (apis.has("checkout", "analytics", "metrics", "group_by")
    ? { ...metricsOf(apis, range), ...freshness }
    : collectedOf(apis, range)) as UseQueryOptions<DaysRead, ApiError>;

/** New events do not change days that are over, so their figures are never fetched again. */
export const ofClosedDays = { staleTime: "static" as const, placeholderData: keepPreviousData };
