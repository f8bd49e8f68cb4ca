import type { Unit } from "@/components/figures/figures";
import type { Concept } from "@/components/help/concepts";
import type { AffiliateSummary } from "@/lib/contract/affiliate/analytics";

export const figureNames = [
  ...(["clicks", "orders", "conversion_rate", "revenue"] as const),
  ...(["average_order_value", "commissions", "epc", "refund_rate"] as const),
] as const;
export type FigureName = (typeof figureNames)[number];

export const unitOf: Record<FigureName, Unit> = {
  clicks: "count",
  orders: "count",
  conversion_rate: "ratio",
  revenue: "money",
  average_order_value: "money",
  commissions: "money",
  epc: "money",
  refund_rate: "ratio",
};

export const helpOf: Partial<Record<FigureName, Concept>> = { conversion_rate: "conversion", epc: "epc" };

export const isAverage = (name: string): boolean => name === "average_order_value" || name === "epc";

/** These figures cover all currencies, because clicks have none. The others are in one currency and never added up. */
const ofAll: readonly FigureName[] = ["clicks", "orders", "conversion_rate"];

export type Figures = Pick<AffiliateSummary, "clicks" | "orders" | "conversion_rate" | "totals">;
export type Totals = NonNullable<Figures["totals"]>[number];

export function currenciesOf({ totals = [] }: Figures): string[] {
  const known = totals.filter((entry) => entry.currency !== undefined);
  return known.toSorted((a, b) => (b.orders ?? 0) - (a.orders ?? 0)).map((entry) => entry.currency as string);
}

/** An API that names no currency has one entry, which is used. */
export function totalsOf({ totals = [] }: Figures, currency: string | undefined): Totals | undefined {
  return totals.find((entry) => entry.currency === currency) ?? (totals.length === 1 ? totals[0] : undefined);
}

/** Returns undefined if the API does not report the figure or its denominator is zero. */
export function figureOf(name: FigureName, figures: Figures, currency: string | undefined): number | undefined {
  if (ofAll.includes(name)) return figures[name as "clicks" | "orders" | "conversion_rate"];
  const totals = figures.totals?.find((entry) => entry.currency === currency);
  return (totals ?? totalsOf(figures, currency))?.[name as "revenue"];
}

/** Null means that there is no figure, undefined that the figures are loading. */
export const valueIn = (name: FigureName, figures: Figures | undefined, currency: string | undefined) =>
  figures && (figureOf(name, figures, currency) ?? null);

/** A day without any event in a currency has no entry for that currency, so its amounts are zero. */
export function figureOfDay(name: FigureName, day: Figures, currency: string | undefined): number | null {
  const figure = figureOf(
    name,
    { ...day, totals: day.totals?.filter((entry) => entry.currency === currency) },
    currency,
  );
  if (figure !== undefined) return figure;
  return (name === "revenue" || name === "commissions") && day.totals !== undefined ? 0 : null;
}
