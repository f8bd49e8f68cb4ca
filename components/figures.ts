import type { Metrics } from "@/lib/contract/checkout/analytics";
import type { HistoryDay } from "@/lib/contract/desk/history";
import { readNumber } from "@/lib/contract/read";

export type FigureDay = Pick<HistoryDay, "day" | "figures" | "complete">;

export const figureNames = ["revenue", "service", "share", "average", "acceptance", "withUpsells"] as const;
export type FigureName = (typeof figureNames)[number];

export type Unit = "money" | "ratio" | "count";

/** What a figure is counted in; two ratios differ by points and not by percent. */
export const unitOf: Record<FigureName, Unit> = {
  revenue: "money",
  service: "money",
  share: "ratio",
  average: "money",
  acceptance: "ratio",
  withUpsells: "count",
};

type Figures = Metrics | Record<string, unknown>;

/** A figure of a period or of a day; absent where the API does not give what it takes, or nothing was there to divide by. */
export function figureOf(name: FigureName, metrics: Figures): number | undefined {
  const read = (field: keyof Metrics) => readNumber(metrics[field]);
  switch (name) {
    case "revenue":
      return read("total_revenue");
    case "service":
      return read("service_revenue");
    case "share": {
      const [part, whole] = [read("service_revenue"), read("total_revenue")];
      return part === undefined || !whole ? undefined : part / whole;
    }
    // An API has to give a number for both of these, also where there is none.
    case "average":
      return read("total_orders") === 0 ? undefined : read("average_order_value");
    case "acceptance": {
      const rate = read("upsell_acceptance_rate");
      // Where the API does not tell how many offers were shown, a rate of 0 without any order says nothing.
      const shown = read("offers_shown") ?? (rate || read("total_orders"));
      return shown === 0 ? undefined : rate;
    }
    case "withUpsells":
      return read("orders_with_upsells");
  }
}

/** Why a figure is absent. */
export function whyAbsent(name: FigureName, metrics: Figures): "noOffers" | "noOrders" | "noRevenue" | "notProvided" {
  if (name === "acceptance" && readNumber(metrics.offers_shown) === 0) return "noOffers";
  if (readNumber(metrics.total_orders) === 0) return "noOrders";
  return name === "share" && readNumber(metrics.total_revenue) === 0 ? "noRevenue" : "notProvided";
}

/** By how much of itself a figure changed, or by how many points; null where there is nothing to compare with. */
export function changeOf(name: FigureName, now: number | undefined, before: number | undefined): number | null {
  return changeBetween(now, before, unitOf[name]);
}

export function changeBetween(now: number | undefined, before: number | undefined, unit: Unit): number | null {
  if (now === undefined || before === undefined) return null;
  if (unit === "ratio") return now - before;
  return before === 0 ? null : now / before - 1;
}

/** A value for each of these days; null for one that is not there, or not known yet. */
export function lineOf(
  name: FigureName,
  days: readonly (string | null)[],
  history: readonly FigureDay[],
): (number | null)[] {
  const byDay = new Map(history.map(({ day, figures }) => [day, figures]));
  return days.map((day) => {
    const figures = day === null ? undefined : byDay.get(day);
    return (figures && figureOf(name, figures)) ?? null;
  });
}

/** Figures of which a period has as many as its days together. */
const summed: readonly FigureName[] = ["revenue", "service", "withUpsells"];

/**
 * By how much the days of a period differ from what the API says it came to; null where that cannot be said, because a
 * day is missing or not over. Less than half a cent is how sums are rounded.
 */
export function differenceOf(
  name: FigureName,
  { days, history, total }: { days: readonly string[]; history: readonly FigureDay[]; total: number | undefined },
): number | null {
  if (!summed.includes(name) || total === undefined) return null;
  const final = history.filter(({ complete }) => complete);
  const line = lineOf(name, days, final);
  if (line.includes(null)) return null;
  const difference = line.reduce<number>((sum, value) => sum + (value ?? 0), 0) - total;
  return Math.abs(difference) < 0.005 ? 0 : difference;
}
