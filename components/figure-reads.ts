import { keepPreviousData } from "@tanstack/react-query";
import type { Desk } from "@/lib/api/desk";
import type { Range } from "@/lib/ranges";

/** What a period came to, by the API's own count. */
export const totalsOf = ({ checkout }: Pick<Desk, "checkout">, { start, end }: Range) =>
  checkout.analytics.metrics.options({ query: { start_date: start, end_date: end } });

/** The same, with each of its days from our own service. */
export const metricsOf = ({ checkout }: Pick<Desk, "checkout">, { start, end }: Range) =>
  checkout.analytics.metrics.options({ query: { start_date: start, end_date: end, group_by: "day" } });

/** The days of an API that tells only sums, as far as the dashboard has collected them. */
export const historyOf = ({ desk }: Pick<Desk, "desk">, { start, end }: Range) =>
  desk.history.metrics.options({ query: { from: start, to: end } });

/** The read that `useDays` draws from. */
export const daysReadOf = (apis: Pick<Desk, "checkout" | "desk" | "extensions">, range: Range) =>
  apis.extensions.checkout ? metricsOf(apis, range) : historyOf(apis, range);

/** Days that are over change no more by what happens now: an event is no reason to ask for them again. */
export const ofClosedDays = { staleTime: "static" as const, placeholderData: keepPreviousData };
