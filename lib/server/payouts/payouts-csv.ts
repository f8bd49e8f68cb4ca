import "server-only";
import { affiliateName } from "../../contract/affiliate/affiliate-words.ts";
import type { Affiliate } from "../../contract/affiliate/affiliates.ts";
import { paidAtOf } from "../../contract/affiliate/payout-words.ts";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import { toCsvLine } from "../../csv.ts";
import { fromUnits, toUnits } from "../../money.ts";
import { storeModeOf } from "../db.ts";
import { readMoneyUnit } from "../wire/connections.ts";
import { parseCsv } from "../work/csv.ts";
import { pageSize, readPage } from "../work/jobs/find-outcome.ts";
import type { Collected, Cursor, JobRow, Turn } from "../work/jobs/kind.ts";
import { withPaidDays } from "./paid-days.ts";
import { readerFor } from "./read-all-pages.ts";
import { readAffiliates } from "./read-owed.ts";
import { decimalOf, padded } from "./transfer-amounts.ts";

// Payouts as a file for people. It names nobody's account or payout address, so that no bank can execute it.

const head = [
  "payout_id",
  "created_at",
  "affiliate_id",
  "affiliate_name",
  "method",
  "amount",
  "currency",
  "status",
  "reference",
  "note",
  "commissions",
  "period_start",
  "period_end",
  "paid_at",
  "failure_reason",
];
export const payoutHead = toCsvLine(head);
const [amountAt, currencyAt] = [head.indexOf("amount"), head.indexOf("currency")];

export const payoutLine = (row: Payout, affiliate: Affiliate | null, amount: string | null): string =>
  toCsvLine([
    row.id,
    row.created_at,
    row.affiliate_id,
    affiliate && affiliateName(affiliate),
    row.method,
    amount,
    row.currency,
    row.status,
    row.reference,
    row.note,
    row.commission_ids?.length,
    row.period_start,
    row.period_end,
    paidAtOf(row),
    row.failure_reason,
  ]);

export async function payoutLines(turn: Turn, filter: object, cursor: Cursor): Promise<Collected> {
  const { page = 1, lead } = cursor as { page?: number; lead?: string };
  const list = { api: "affiliate", resource: "payouts", operation: "list" } as const;
  const { data, total, last } = await readPage(turn, list, { ...filter, page, per_page: pageSize });
  const rows = await withPaidDays(storeModeOf(turn), data as Payout[]);
  const first = rows[0]?.id;
  // An API without pages returns the same page again and again.
  if (page > 1 && first === lead) return { content: "", next: null };
  const ids = [...new Set(rows.flatMap(({ affiliate_id: id }) => id ?? []))].sort();
  const { affiliates } = await readAffiliates(readerFor(turn), ids);
  const unit = await readMoneyUnit({ ...storeModeOf(turn), api: "affiliate" });
  const lines = rows.map((row) => {
    const affiliate = affiliates.get(row.affiliate_id ?? "") ?? null;
    return payoutLine(row, affiliate, decimalOf(row.amount, row.currency, unit));
  });
  return {
    content: (page === 1 ? payoutHead : "") + lines.join(""),
    rows: rows.length,
    total,
    next: last ? null : { page: page + 1, lead: first },
  };
}

/** The control totals, for the file name and for the end of the file, which is read in the parts it was written in. */
export async function sealOf(
  { params, storeId, mode, finishedAt, createdAt }: JobRow,
  parts: AsyncIterable<string> | Iterable<string>,
) {
  const { filter = {} } = params as { filter?: Record<string, string> };
  const sums = new Map<string, number>();
  let count = -1;
  for await (const part of parts) {
    for (const { cells } of parseCsv(part).rows) {
      if (++count === 0) continue;
      const code = cells[currencyAt] ?? "";
      const units = cells[amountAt] ? toUnits(Number(cells[amountAt])) : null;
      if (units !== null) sums.set(code, (sums.get(code) ?? 0) + units);
    }
  }
  const totals = [...sums].sort().map(([code, units]) => ({ code, sum: padded(String(fromUnits(units)), code) }));
  const filters = Object.entries(filter).filter(([name]) => name !== "sort" && name !== "order");
  const time = (finishedAt ?? createdAt).toISOString().slice(0, 19);
  const name = [
    "payouts-generic",
    storeId,
    mode,
    `${time.replaceAll(":", "")}Z`,
    `${count}rows`,
    ...totals.map(({ code, sum }) => `${code}${sum}`),
    ...filters.map(([field, value]) => `${field}.${value}`),
  ].join("-");
  const seal = [
    [],
    ["filter", filters.length > 0 ? filters.map(([field, value]) => `${field} is ${value}`).join(", ") : "none"],
    ["time", `${time}Z`],
    ["rows", count],
    ...totals.map(({ code, sum }) => [`total ${code}`, sum]),
  ];
  return { name: `${name}.csv`, content: seal.map(toCsvLine).join("") };
}
