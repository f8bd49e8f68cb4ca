import "server-only";
import { affiliateName } from "../../contract/affiliate/affiliate-words.ts";
import type { Affiliate } from "../../contract/affiliate/affiliates.ts";
import { isOver } from "../../contract/affiliate/payout-words.ts";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import type { payoutFormats } from "../../contract/desk/payout-words.ts";
import { toCsvLine } from "../../csv.ts";
import { fromUnits, toUnits } from "../../money.ts";
import { readMoneyUnit } from "../connections.ts";
import { parseCsv } from "../csv.ts";
import { storeModeOf } from "../db.ts";
import type { Collected, Cursor, JobRow, Turn } from "../jobs/kind.ts";
import { pageSize, readPage } from "../jobs/settle.ts";
import { readAffiliates } from "./facts.ts";
import { type Cell, decimalOf, padded, providers } from "./transfers.ts";
import { readerFor } from "./walk.ts";

// Payouts as a file, for people and for payment providers. Exporting a file marks nothing as paid.

export type PayoutFormat = (typeof payoutFormats)[number];
type Line = { row: Payout; affiliate: Affiliate | null; amount: string | null };
type Sheet = {
  head: readonly string[];
  /** Payouts that are finished or use another provider are left out. */
  takes: (line: Line) => boolean;
  cells: (line: Line) => Cell[];
  amount: number;
  currency: number;
};

const emailOf = ({ affiliate }: Line) => affiliate?.payout_email || affiliate?.email || null;
const by =
  (provider: string): Sheet["takes"] =>
  (line) => {
    const { method, status, currency } = line.row;
    const meant = (method ?? line.affiliate?.payout_method ?? "").toLowerCase().includes(provider);
    return meant && !isOver(status) && line.amount !== null && Boolean(currency) && emailOf(line) !== null;
  };
const nameOf = ({ affiliate }: Line) => affiliate && affiliateName(affiliate);

function byEmail(provider: keyof typeof providers): Sheet {
  const { cells, ...sheet } = providers[provider];
  return {
    ...sheet,
    takes: by(provider),
    cells(line) {
      const { id, currency = null } = line.row;
      return cells({ id, name: nameOf(line), email: emailOf(line), amount: line.amount, currency });
    },
  };
}

export const sheets: Record<PayoutFormat, Sheet> = {
  generic: {
    head: [
      ...["payout_id", "created_at", "affiliate_id", "affiliate_name", "method", "payout_email", "amount", "currency"],
      ...["status", "reference", "note", "commissions", "period_start", "period_end", "paid_at", "failure_reason"],
    ],
    takes: () => true,
    cells: (line) => {
      const { row, amount } = line;
      return [
        ...[row.id, row.created_at ?? null, row.affiliate_id ?? null, nameOf(line), row.method ?? null, emailOf(line)],
        ...[amount, row.currency ?? null, row.status ?? null, row.reference ?? null, row.note ?? null],
        ...[row.commission_ids?.length ?? null, row.period_start ?? null, row.period_end ?? null],
        ...[row.paid_at ?? null, row.failure_reason ?? null],
      ];
    },
    amount: 6,
    currency: 7,
  },
  paypal: byEmail("paypal"),
  wise: byEmail("wise"),
};

export async function payoutLines(
  turn: Turn,
  format: PayoutFormat,
  filter: object,
  cursor: Cursor,
): Promise<Collected> {
  const { page = 1, lead } = cursor as { page?: number; lead?: string };
  const sheet = sheets[format];
  const list = { api: "affiliate", resource: "payouts", operation: "list" } as const;
  const { data, total, last } = await readPage(turn, list, { ...filter, page, per_page: pageSize });
  const rows = data as Payout[];
  const first = rows[0]?.id;
  // An API without pages returns the same page again and again.
  if (page > 1 && first === lead) return { content: "", next: null };
  const ids = [...new Set(rows.flatMap(({ affiliate_id: id }) => id ?? []))].sort();
  const { affiliates } = await readAffiliates(readerFor(turn), turn, ids);
  const unit = await readMoneyUnit({ ...storeModeOf(turn), api: "affiliate" });
  const lines = rows.map((row) => {
    return {
      row,
      affiliate: affiliates.get(row.affiliate_id ?? "") ?? null,
      amount: decimalOf(row.amount, row.currency, unit),
    };
  });
  const taken = lines.filter(sheet.takes);
  return {
    content: (page === 1 ? toCsvLine(sheet.head) : "") + taken.map((each) => toCsvLine(sheet.cells(each))).join(""),
    rows: taken.length,
    // The number of lines for a provider is known only at the end.
    total: format === "generic" ? total : null,
    next: last ? null : { page: page + 1, lead: first },
  };
}

/** Adds the control totals: to the file name for every format, and to the end of the file for people. */
export function sealed({ params, storeId, mode, finishedAt, createdAt }: JobRow, content: string) {
  const { format, filter = {} } = params as { format: PayoutFormat; filter?: Record<string, string> };
  const { amount, currency } = sheets[format];
  const lines = parseCsv(content).rows.slice(1);
  const sums = new Map<string, number>();
  for (const { cells } of lines) {
    const code = cells[currency] ?? "";
    const units = cells[amount] ? toUnits(Number(cells[amount])) : null;
    if (units !== null) sums.set(code, (sums.get(code) ?? 0) + units);
  }
  const totals = [...sums].sort().map(([code, units]) => ({ code, sum: padded(String(fromUnits(units)), code) }));
  const filters = Object.entries(filter).filter(([name]) => name !== "sort" && name !== "order");
  const time = (finishedAt ?? createdAt).toISOString().slice(0, 19);
  const name = [
    ...["payouts", format, storeId, mode, `${time.replaceAll(":", "")}Z`, `${lines.length}rows`],
    ...totals.map(({ code, sum }) => `${code}${sum}`),
    ...filters.map(([field, value]) => `${field}.${value}`),
  ].join("-");
  const seal = [
    [],
    ["filter", filters.length > 0 ? filters.map(([field, value]) => `${field} is ${value}`).join(", ") : "none"],
    ["time", `${time}Z`],
    ["rows", lines.length],
    ...totals.map(({ code, sum }) => [`total ${code}`, sum]),
  ];
  return { name: `${name}.csv`, content: format === "generic" ? content + seal.map(toCsvLine).join("") : content };
}
