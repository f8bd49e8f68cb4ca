import type { Metrics } from "@/lib/contract/checkout/analytics";
import type { HistoryDay, HistoryStep } from "@/lib/contract/desk/history";
import { readNumber } from "@/lib/contract/read";
import { daysOf } from "@/lib/ranges";

/** `steps` are several days together, where single days are unknown. */
export type FigureDays = { data: readonly HistoryDay[]; steps?: readonly HistoryStep[] | undefined };
/** `step` names the days that the value stands for, if it is not the value of one day. */
export type FigurePoint = { value: number | null; step?: Pick<HistoryStep, "from" | "to"> };

export const figureNames = ["revenue", "service", "share", "average", "acceptance", "withUpsells"] as const;
export type FigureName = (typeof figureNames)[number];

export type Unit = "money" | "ratio" | "count";

/** Two ratios differ by points, not by percent. */
export const unitOf: Record<FigureName, Unit> = {
  revenue: "money",
  service: "money",
  share: "ratio",
  average: "money",
  acceptance: "ratio",
  withUpsells: "count",
};

type Figures = Metrics | Record<string, unknown>;

/** Returns undefined if the API does not report the figure or its denominator is zero. */
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
    // The specification requires a number for both of these even if there were no orders or showings.
    case "average":
      return read("total_orders") === 0 ? undefined : read("average_order_value");
    case "acceptance": {
      const rate = read("upsell_acceptance_rate");
      // If the API does not report showings, a rate of 0 without any order means nothing.
      const shown = read("offers_shown") ?? (rate || read("total_orders"));
      return shown === 0 ? undefined : rate;
    }
    case "withUpsells":
      return read("orders_with_upsells");
  }
}

/** Null means that there is no figure, undefined that the metrics are loading. */
export const valueIn = (name: FigureName, metrics: Figures | undefined): number | null | undefined =>
  metrics && (figureOf(name, metrics) ?? null);

export function whyAbsent(name: FigureName, metrics: Figures): "noOffers" | "noOrders" | "noRevenue" | "notProvided" {
  if (name === "acceptance" && readNumber(metrics.offers_shown) === 0) return "noOffers";
  if (readNumber(metrics.total_orders) === 0) return "noOrders";
  return name === "share" && readNumber(metrics.total_revenue) === 0 ? "noRevenue" : "notProvided";
}

export function changeBetween(now: number | undefined, before: number | undefined, unit: Unit): number | null {
  if (now === undefined || before === undefined) return null;
  if (unit === "ratio") return (tenthsOfPercent(now) - tenthsOfPercent(before)) / 1_000;
  return before === 0 ? null : now / before - 1;
}

/** Both ratios are shown with one decimal, and their difference must be that of the shown values. */
const tenthsOfPercent = (ratio: number): number => Math.round(Number((ratio * 1_000).toPrecision(12)));

const week = 7;

/**
 * The first day with any figure if the days before it are too many to be quiet ones: a week, or half of the period.
 * A sum over such a period cannot be compared. Returns null if there is no such day.
 */
export function firstDayOf(days: readonly { day: string; figures: Figures | null }[]): string | null {
  const first = days.findIndex(({ figures }) => !figures || Object.values(figures).some((value) => readNumber(value)));
  return first >= Math.min(week, days.length / 2) && first > 0 ? (days[first]?.day ?? null) : null;
}

const summed: readonly FigureName[] = ["revenue", "service", "withUpsells"];
export const isSum = (name: FigureName): boolean => summed.includes(name);

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

/** A sum is spread evenly over the missing days of its step; a ratio or an average applies to each of them. */
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
 * Returns how much the sum of the days differs from the API's total, or null if a day is missing or not over.
 * A difference below half a cent comes from rounding.
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
