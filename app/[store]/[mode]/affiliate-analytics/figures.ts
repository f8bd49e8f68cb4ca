import { changeBetween, type Unit } from "@/components/figures";
import type { AffiliateSummary } from "@/lib/contract/affiliate/analytics";

export const figureNames = [
  ...(["clicks", "orders", "conversion_rate", "revenue"] as const),
  ...(["average_order_value", "commissions", "epc", "refund_rate"] as const),
] as const;
export type FigureName = (typeof figureNames)[number];

/** What a figure is counted in; two ratios differ by points and not by percent. */
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

/** Of money, what is a sum divided by something. */
export const isAverage = (name: FigureName): boolean => name === "average_order_value" || name === "epc";

/** Clicks have no currency, and all orders together are counted; the rest is of one currency, and never added up. */
const ofAll: readonly FigureName[] = ["clicks", "orders", "conversion_rate"];

export type Figures = Pick<AffiliateSummary, "clicks" | "orders" | "conversion_rate" | "totals">;
export type Totals = NonNullable<Figures["totals"]>[number];

/** The currencies that have figures, the one with the most orders first. */
export function currenciesOf({ totals = [] }: Figures): string[] {
  const known = totals.filter((entry) => entry.currency !== undefined);
  return known.toSorted((a, b) => (b.orders ?? 0) - (a.orders ?? 0)).map((entry) => entry.currency as string);
}

/** Where an API names no currency there is one entry, and it is that. */
export function totalsOf({ totals = [] }: Figures, currency: string | undefined): Totals | undefined {
  return totals.find((entry) => entry.currency === currency) ?? (totals.length === 1 ? totals[0] : undefined);
}

/** Absent where the API does not give it, or where there is nothing to divide by. */
export function figureOf(name: FigureName, figures: Figures, currency: string | undefined): number | undefined {
  if (ofAll.includes(name)) return figures[name as "clicks" | "orders" | "conversion_rate"];
  const totals = figures.totals?.find((entry) => entry.currency === currency);
  return (totals ?? totalsOf(figures, currency))?.[name as "revenue"];
}

/** On a day on which nothing happened in a currency there is no entry for it: what is counted is then none. */
export function figureOfDay(name: FigureName, day: Figures, currency: string | undefined): number | null {
  const told = figureOf(name, { ...day, totals: day.totals?.filter((entry) => entry.currency === currency) }, currency);
  if (told !== undefined) return told;
  return (name === "revenue" || name === "commissions") && day.totals !== undefined ? 0 : null;
}

/** By how much of itself a figure changed, or by how many points; null where there is nothing to compare with. */
export function changeOf(name: FigureName, now: number | undefined, before: number | undefined): number | null {
  return changeBetween(now, before, unitOf[name]);
}
