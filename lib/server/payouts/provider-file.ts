import "server-only";
import { isOver } from "../../contract/affiliate/payout-words.ts";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import { maxCsvRows } from "../../contract/desk/jobs.ts";
import type { MatchedFile, MatchedLine } from "../../contract/desk/payout-files.ts";
import { ApiError } from "../../contract/errors.ts";
import { type MoneyUnit, sumOf, toUnits, typedAmount } from "../../money.ts";
import type { Caller } from "../call.ts";
import { readMoneyUnit } from "../connections.ts";
import { parseCsv } from "../csv.ts";
import { storeModeOf } from "../db.ts";
import { marksIn } from "./match.ts";
import { madeBy } from "./read.ts";
import { readerFor, walk } from "./walk.ts";

type Becomes = MatchedLine["becomes"];

/** Status words of PayPal, Wise and other providers. */
const words: Record<NonNullable<Becomes>, readonly string[]> = {
  paid: [
    ...["completed", "complete", "paid", "success", "succeeded", "successful", "sent", "claimed", "done"],
    ...["funds sent", "outgoing payment sent"],
  ],
  failed: [
    ...["failed", "failure", "returned", "refunded", "reversed", "denied", "blocked", "rejected", "cancelled"],
    ...["canceled", "bounced back", "funds refunded"],
  ],
  processing: [
    ...["pending", "processing", "unclaimed", "on hold", "onhold", "held", "in progress", "funds converted"],
    ...["incoming payment waiting"],
  ],
};

export function becomesOf(status: string | null): Becomes {
  const word = (status ?? "")
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
  const found = Object.entries(words).find(([, all]) => all.includes(word));
  return (found?.[0] as Becomes) ?? null;
}

export async function matchFile(caller: Caller, csv: string): Promise<MatchedFile> {
  const { rows, problem } = parseCsv(csv);
  if (problem) throw new ApiError(400, "invalid_request", `Line ${problem.line}: ${problem.message}`);
  const [head, ...rest] = rows;
  if (!head || rest.length === 0) throw new ApiError(400, "invalid_request", "The file has no lines.");
  if (rest.length > maxCsvRows) {
    throw new ApiError(400, "invalid_request", `The file has ${rest.length} lines. At most ${maxCsvRows} are allowed.`);
  }
  const columns = {
    status: columnOf(head.cells, [/^status$/, /status/, /^state$/]),
    amount: columnOf(head.cells, [/^amount$/, /^gross( amount)?$/, /^(source|target) amount/, /amount/]),
    currency: columnOf(head.cells, [/^currency( code)?$/, /currency/]),
  };
  const marks = [...new Set(rest.flatMap(({ cells }) => [...marksIn(cells)]))];
  const made = await madeBy(caller, marks);
  const { records, complete } = await walk<Payout>(readerFor(caller), "payouts", {
    sort: "created_at",
    order: "desc",
  });
  const byId = new Map(records.map((row) => [row.id, row]));
  const unit = await readMoneyUnit({ ...storeModeOf(caller), api: "affiliate" });
  const seen = new Set<string>();
  const lines = rest.map(({ line, cells }): MatchedLine => {
    const cell = (at: number | null) => (at === null ? null : cells[at]?.trim() || null);
    const named = cells.map((text) => text.trim()).find((text) => byId.has(text));
    const mark = [...marksIn(cells)].find((each) => made.has(each));
    const reference = named ?? mark ?? null;
    const found = byId.get(named ?? made.get(mark ?? "") ?? "") ?? null;
    const entered = { status: cell(columns.status), amount: cell(columns.amount), currency: cell(columns.currency) };
    const becomes = becomesOf(entered.status);
    const first = found === null || !seen.has(found.id);
    if (found) seen.add(found.id);
    return {
      line,
      reference,
      payout_id: found?.id ?? null,
      affiliate_id: found?.affiliate_id ?? null,
      amount: found?.amount ?? null,
      currency: found?.currency ?? null,
      now: found?.status ?? null,
      told_status: entered.status,
      told_amount: entered.amount,
      becomes,
      problem: first ? problemOf(found, entered, becomes, unit) : "twice",
    };
  });
  return { lines, complete, totals: totalsOf(lines), columns: headersOf(head.cells, columns) };
}

type Entered = { status: string | null; amount: string | null; currency: string | null };

function problemOf(found: Payout | null, entered: Entered, becomes: Becomes, unit: MoneyUnit): MatchedLine["problem"] {
  if (!found) return "not_found";
  const { currency = "", amount, status } = found;
  if (entered.currency && entered.currency.toUpperCase() !== currency.toUpperCase()) return "other_currency";
  // Some providers write outgoing amounts with a minus.
  const paid = entered.amount && typedAmount(entered.amount.replace(/^-/, ""), currency, unit);
  if (entered.amount !== null && toUnits(paid) !== toUnits(amount)) return "other_amount";
  if (becomes === null) return "no_status";
  if (status === becomes) return "already";
  return isOver(status) ? "over" : null;
}

function totalsOf(lines: readonly MatchedLine[]): MatchedFile["totals"] {
  const groups = Map.groupBy(
    lines.filter(({ problem }) => problem === null),
    ({ becomes, currency }) => JSON.stringify([becomes, currency]),
  );
  return [...groups].sort().map(([key, own]) => {
    const [becomes, currency] = JSON.parse(key) as [string, string];
    return { becomes, currency, amount: sumOf(own.map(({ amount }) => amount ?? 0)), payouts: own.length };
  });
}

function columnOf(headers: readonly string[], wanted: readonly RegExp[]): number | null {
  const plain = headers.map((header) =>
    header
      .trim()
      .toLowerCase()
      .replace(/[\s_-]+/g, " "),
  );
  for (const each of wanted) {
    const at = plain.findIndex(
      (header) => each.test(header) && !/currency/.test(header) === !/currency/.test(each.source),
    );
    if (at >= 0) return at;
  }
  return null;
}

const headersOf = (headers: readonly string[], columns: Record<"status" | "amount" | "currency", number | null>) => ({
  status: columns.status === null ? null : (headers[columns.status] ?? null),
  amount: columns.amount === null ? null : (headers[columns.amount] ?? null),
  currency: columns.currency === null ? null : (headers[columns.currency] ?? null),
});
