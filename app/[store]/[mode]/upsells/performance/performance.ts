import type { Desk } from "@/lib/api/desk";
import { performanceDays } from "@/lib/contract/checkout/upsell-words";
import { type Raw, readNumber, readString } from "@/lib/contract/read";
import type { Report, ReportTable } from "@/lib/contract/report";
import { addDays } from "@/lib/days";

type Performance = Partial<Record<keyof typeof figures, number | undefined>> & { currency?: string | undefined };
export type PerformanceOf = (upsell: { id: string; name?: string | undefined }) => Performance | null;

// The specification does not show the body of a report; these are common names for figures of an offer.
const ids = ["upsell_id", "offer_id", "id"];
const names = ["upsell_name", "offer_name", "upsell", "offer", "name", "title"];
const figures = {
  shown: ["shown", "impressions", "views", "displayed", "times_shown", "exposures"],
  accepted: ["accepted", "acceptances", "conversions", "accepts", "times_accepted"],
  rate: ["acceptance_rate", "accept_rate", "conversion_rate", "rate"],
  revenue: ["revenue", "total_revenue", "revenue_generated", "sales"],
};

/** Finds offers in a report of any shape, by id or else by a unique name. */
export function readPerformance(report: Report): PerformanceOf {
  const table = report.tables.find(isOfOffers);
  const currency = readString(report.rest.currency);
  const byId = new Map<string, Performance>();
  const byName = new Map<string, Performance | null>();
  for (const row of table?.rows ?? []) {
    const figures = readRow(row, currency);
    const id = idIn(row);
    if (id !== undefined) byId.set(id, figures);
    for (const name of new Set(names.map((column) => readString(row[column])))) {
      if (name !== undefined) byName.set(name, byName.has(name) ? null : figures);
    }
  }
  return ({ id, name }) => byId.get(id) ?? byName.get(id) ?? (name === undefined ? null : (byName.get(name) ?? null));
}

export const idIn = (row: Raw): string | undefined =>
  ids.map((column) => readString(row[column])).find((value) => value !== undefined);

function isOfOffers({ columns }: ReportTable): boolean {
  const has = (wanted: readonly string[]) => columns.some(({ name }) => wanted.includes(name));
  return (has(ids) || has(names)) && Object.values(figures).some(has);
}

function readRow(row: Raw, currency: string | undefined): Performance {
  const read = (wanted: readonly string[]) =>
    wanted.map((name) => readNumber(row[name])).find((value) => value !== undefined);
  const [shown, accepted, revenue] = [read(figures.shown), read(figures.accepted), read(figures.revenue)];
  const reported = read(figures.rate);
  // The rate is computed if both counts are reported. A reported rate above 1 must be in percent.
  const rate =
    shown && accepted !== undefined
      ? accepted / shown
      : reported !== undefined && reported > 1
        ? reported / 100
        : reported;
  return { shown, accepted, rate, revenue, currency: readString(row.currency) ?? currency };
}

/** One report of the last days until `today` covers all offers. */
export const performanceUntil = ({ checkout }: Pick<Desk, "checkout">, today: string) => ({
  ...checkout.analytics.report.options({
    params: { type: "upsell_performance" },
    query: { start_date: addDays(today, 1 - performanceDays), end_date: today },
  }),
  retry: false as const,
  staleTime: 5 * 60_000,
});
