import { createLoader, type inferParserType, parseAsStringLiteral } from "nuqs/server";
import { ofClosedDays } from "@/components/figures/figure-reads";
import { type ChangeOf, type Period, periodFilters } from "@/components/figures/period";
import type { Desk } from "@/lib/api/desk";
import type { OfferResults } from "@/lib/contract/checkout/analytics";
import type { Range } from "@/lib/ranges";

/** Those that are known of each day. */
export const figureNames = ["shown", "accepted", "declined", "acceptance_rate", "revenue"] as const;
export type ResultsFigure = (typeof figureNames)[number];

export const resultsFilters = {
  ...periodFilters,
  figure: parseAsStringLiteral(figureNames).withDefault("acceptance_rate"),
};

type ResultsFilters = inferParserType<typeof resultsFilters>;

export const loadResultsFilters = createLoader(resultsFilters);

export type ResultsPanelProps = { filters: ResultsFilters; period: Period; onChange: ChangeOf<ResultsFilters> };

const resultsOf = ({ checkout }: Pick<Desk, "checkout">, id: string, { start, end }: Range) =>
  checkout.analytics.upsell.options({ params: { id }, query: { start_date: start, end_date: end } });

/** Those of the period, and of the one that it is compared with. */
export function resultReads(apis: Pick<Desk, "checkout">, id: string, { range, comparison, partial }: Period) {
  const { placeholderData } = ofClosedDays;
  return {
    now: { ...resultsOf(apis, id, range), ...(partial ? { placeholderData } : ofClosedDays) },
    before: { ...resultsOf(apis, id, comparison?.range ?? range), ...ofClosedDays },
  };
}

export const triggersIn = (results: OfferResults | undefined): string[] =>
  (results?.segments ?? []).flatMap(({ by, value }) => (by === "trigger_product" && value ? [value] : []));
