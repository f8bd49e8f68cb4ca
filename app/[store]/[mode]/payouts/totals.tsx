"use client";

import { useDesk } from "@/lib/api/desk";
import { sumOf } from "@/lib/money";

export type CurrencyTotal = { currency: string; amount: number };

export function totalsOf(rows: readonly { amount?: number | null; currency?: string | null }[]): CurrencyTotal[] {
  const known = rows.filter((row): row is CurrencyTotal => typeof row.amount === "number" && Boolean(row.currency));
  const byCurrency = [...Map.groupBy(known, ({ currency }) => currency)].sort();
  return byCurrency.map(([currency, own]) => ({ currency, amount: sumOf(own.map(({ amount }) => amount)) }));
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
