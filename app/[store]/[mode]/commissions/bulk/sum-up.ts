import type { Commission } from "@/lib/contract/affiliate/commissions";
import type { JobPreview } from "@/lib/contract/desk/jobs";
import { sumOf } from "@/lib/money";

/** Sums loaded rows like the server does, without adding up different currencies. */
export function sumUp(commissions: readonly Commission[]): JobPreview {
  const byCurrency = Map.groupBy(commissions, ({ currency = "" }) => currency);
  const totals = [...byCurrency].map(([currency, rows]) => ({
    currency,
    amount: sumOf(rows.flatMap(({ amount = null }) => (amount === null ? [] : [amount]))),
  }));
  return {
    count: commissions.length,
    complete: true,
    totals,
    affiliates: new Set(commissions.flatMap(({ affiliate_id: id }) => id ?? [])).size,
    flagged: commissions.filter(({ flags = [] }) => flags.length > 0).length,
  };
}
