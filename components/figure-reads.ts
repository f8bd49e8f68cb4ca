import { keepPreviousData } from "@tanstack/react-query";
import type { Desk } from "@/lib/api/desk";
import type { Range } from "@/lib/ranges";

/** What a period came to, by the API's own count. */
export const metricsOf = ({ checkout }: Pick<Desk, "checkout">, { start, end }: Range) =>
  checkout.analytics.metrics.options({ query: { start_date: start, end_date: end } });

/** Its days, as far as they were collected. */
export const historyOf = ({ desk }: Pick<Desk, "desk">, { start, end }: Range) =>
  desk.history.metrics.options({ query: { from: start, to: end } });

/** Days that are over change no more by what happens now: an event is no reason to ask for them again. */
export const ofClosedDays = { staleTime: "static" as const, placeholderData: keepPreviousData };
