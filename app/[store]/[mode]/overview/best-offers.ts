import { readString } from "@/lib/contract/read";
import type { Report } from "@/lib/contract/report";
import { idIn, readPerformance } from "../upsells/performance/performance";

/** With fewer showings, a rate says little. */
export const leastCompared = 100;
const mostOfEach = 3;

export type RankedOffer = {
  id: string;
  /** Undefined for an offer that was deleted. */
  name: string | undefined;
  place: "best" | "worst" | null;
  rate: number;
  shown: number;
  revenue: number | undefined;
  currency: string | undefined;
};

/** The offers with the highest and the lowest rate of acceptance, highest first. A single offer is neither. */
export function rankOffers(report: Report): RankedOffer[] {
  const performanceOf = readPerformance(report);
  const rows = report.tables.flatMap((table) => table.rows);
  const known = new Map<string, Omit<RankedOffer, "place">>();
  for (const row of rows) {
    const id = idIn(row);
    if (id === undefined) continue;
    const name = readString(row.upsell_name ?? row.offer_name ?? row.name);
    const { shown = 0, rate, revenue, currency } = performanceOf({ id, name }) ?? {};
    if (shown >= leastCompared && rate !== undefined) known.set(id, { id, name, rate, shown, revenue, currency });
  }
  const ranked = [...known.values()].sort((a, b) => b.rate - a.rate);
  if (ranked.length < 2) return ranked.map((offer) => ({ ...offer, place: null }));
  const count = Math.min(mostOfEach, Math.floor(ranked.length / 2));
  return [
    ...ranked.slice(0, count).map((offer) => ({ ...offer, place: "best" as const })),
    ...ranked.slice(-count).map((offer) => ({ ...offer, place: "worst" as const })),
  ];
}
