import type { Metrics } from "@/lib/contract/checkout/analytics";
import type { HistoryDay, HistoryStep } from "@/lib/contract/desk/history";
import { readNumber } from "@/lib/contract/read";
import { daysOf } from "@/lib/ranges";

/** The days of a chart, and several days together where some of them are not known one by one. */
export type FigureDays = { data: readonly HistoryDay[]; steps?: readonly HistoryStep[] | undefined };
/** `step` names the days that the value stands for, where it is not the value of one day. */
export type FigurePoint = { value: number | null; step?: Pick<HistoryStep, "from" | "to"> };

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

/** Figures of which a period has as many as its days together. */
const summed: readonly FigureName[] = ["revenue", "service", "withUpsells"];
export const isSum = (name: FigureName): boolean => summed.includes(name);

/** A value for each of these days; null where there is no day, or nothing is known of it. */
export function pointsOf(
  name: FigureName,
  days: readonly (string | null)[],
  { data, steps = [] }: FigureDays,
): FigurePoint[] {
  const byDay = new Map(data.map(({ day, figures }) => [day, figures]));
  const levels = steps.map((step) => ({ ...step, level: levelOf(name, step, byDay) }));
  return days.map((day) => {
    const figures = day === null ? undefined : byDay.get(day);
    if (figures) return { value: figureOf(name, figures) ?? null };
    const step = day === null ? undefined : levels.find(({ from, to }) => from <= day && day <= to);
    return step?.level ?? { value: null };
  });
}

/** A sum is spread evenly over the missing days of its step. A ratio or an average is the one of the whole step. */
function levelOf(
  name: FigureName,
  { from, to, figures }: HistoryStep,
  byDay: Map<string, Figures | null>,
): FigurePoint {
  const whole = figureOf(name, figures);
  if (whole === undefined) return { value: null };
  if (!isSum(name)) return { value: whole, step: { from, to } };
  const days = daysOf({ start: from, end: to });
  const missing = days.filter((day) => !byDay.get(day));
  const rest = days.reduce((left, day) => left - (figureOf(name, byDay.get(day) ?? {}) ?? 0), whole);
  return { value: rest / missing.length, step: { from: missing[0] ?? from, to: missing.at(-1) ?? to } };
}

/**
 * By how much the days of a period differ from what the API says it came to; null where that cannot be said, because a
 * day is missing or not over. Less than half a cent is how sums are rounded.
 */
export function differenceOf(
  name: FigureName,
  { days, history, total }: { days: readonly string[]; history: readonly HistoryDay[]; total: number | undefined },
): number | null {
  if (!isSum(name) || total === undefined) return null;
  const final = history.filter(({ complete }) => complete);
  const line = pointsOf(name, days, { data: final }).map(({ value }) => value);
  if (line.includes(null)) return null;
  const difference = line.reduce<number>((sum, value) => sum + (value ?? 0), 0) - total;
  return Math.abs(difference) < 0.005 ? 0 : difference;
}
