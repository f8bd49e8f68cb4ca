"use client";

import { useDesk } from "@/lib/api/desk";
import { sumOf } from "@/lib/money";

export type CurrencyTotal = { currency: string; amount: number };

export function totalsOf(rows: readonly { amount?: number | null; currency?: string | null }[]): CurrencyTotal[] {
  const byCurrency = new Map<string, number[]>();
  for (const { amount, currency } of rows) {
    if (typeof amount !== "number" || !currency) continue;
    byCurrency.set(currency, [...(byCurrency.get(currency) ?? []), amount]);
  }
  return [...byCurrency].sort().map(([currency, amounts]) => ({ currency, amount: sumOf(amounts) }));
}

/** The number of rows whose amount is in no total, because the API reports no currency for it. */
export const withoutCurrency = (rows: readonly { amount?: number | null; currency?: string | null }[]): number =>
  rows.filter(({ amount, currency }) => typeof amount === "number" && !currency).length;

type Props = { label: string; totals: readonly CurrencyTotal[]; note?: string | undefined };

export function Totals({ label, totals, note }: Props) {
  const { money } = useDesk();
  if (totals.length === 0 && !note) return null;
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
      <span className="text-muted">{label}</span>
      {totals.map(({ currency, amount }) => (
        <span key={currency} className="font-medium tabular-nums">
          {money(amount, currency)}
        </span>
      ))}
      {note && <span className="text-muted">{note}</span>}
    </p>
  );
}
