import type { Unit } from "@/components/figures/figures";
import type { Concept } from "@/components/help/concepts";
import type { AffiliateSummary } from "@/lib/contract/affiliate/analytics";

/** Without any of those in `per`, the figure does not exist, which differs from a figure that is not reported. */
type Look = { unit: Unit; per?: "clicks" | "orders"; help?: Concept };

const looks = {
  clicks: { unit: "count" },
  orders: { unit: "count" },
  conversion_rate: { unit: "ratio", per: "clicks", help: "conversion" },
  revenue: { unit: "money" },
  average_order_value: { unit: "money", per: "orders" },
  commissions: { unit: "money" },
  epc: { unit: "money", per: "clicks", help: "epc" },
  refund_rate: { unit: "ratio", per: "orders" },
} satisfies Record<string, Look>;

export type AffiliateFigure = keyof typeof looks;
export const figureNames = Object.keys(looks) as AffiliateFigure[];
export const figureLooks: Record<AffiliateFigure, Look> = looks;

export const isAverage = ({ unit, per }: Look): boolean => unit === "money" && per !== undefined;

/** These figures cover all currencies, because clicks have none. The others are in one currency and never added up. */
const ofAll: readonly AffiliateFigure[] = ["clicks", "orders", "conversion_rate"];

export type SummaryFigures = Pick<AffiliateSummary, "clicks" | "orders" | "conversion_rate" | "totals">;
export type Totals = NonNullable<SummaryFigures["totals"]>[number];

export function currenciesOf({ totals = [] }: SummaryFigures): string[] {
  const known = totals.filter((entry) => entry.currency !== undefined);
  return known.toSorted((a, b) => (b.orders ?? 0) - (a.orders ?? 0)).map((entry) => entry.currency as string);
}

/** An API that names no currency has one entry, which is used. */
export function totalsOf({ totals = [] }: SummaryFigures, currency: string | undefined): Totals | undefined {
  return totals.find((entry) => entry.currency === currency) ?? (totals.length === 1 ? totals[0] : undefined);
}

/** Returns undefined if the API does not report the figure or its denominator is zero. */
export function figureOf(
  name: AffiliateFigure,
  figures: SummaryFigures,
  currency: string | undefined,
): number | undefined {
  if (ofAll.includes(name)) return figures[name as "clicks" | "orders" | "conversion_rate"];
  return totalsOf(figures, currency)?.[name as "revenue"];
}

export const valueIn = (name: AffiliateFigure, figures: SummaryFigures | undefined, currency: string | undefined) =>
  figures && (figureOf(name, figures, currency) ?? null);

/** A day without any event in a currency has no entry for that currency, so its amounts are zero. */
export function figureOfDay(name: AffiliateFigure, day: SummaryFigures, currency: string | undefined): number | null {
  const figure = figureOf(
    name,
    { ...day, totals: day.totals?.filter((entry) => entry.currency === currency) },
    currency,
  );
  if (figure !== undefined) return figure;
  return (name === "revenue" || name === "commissions") && day.totals !== undefined ? 0 : null;
}
