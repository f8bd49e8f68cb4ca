import "server-only";
import { isOver } from "../../contract/affiliate/payout-words.ts";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import { maxCsvRows } from "../../contract/desk/jobs.ts";
import type { MatchedFile, MatchedLine } from "../../contract/desk/payout-files.ts";
import { type MoneyUnit, sumOf, toUnits, typedAmount } from "../../money.ts";
import type { Caller } from "../call.ts";
import { readMoneyUnit } from "../connections.ts";
import { parseCsv } from "../csv.ts";
import { storeModeOf } from "../db.ts";
import { readBankAnswer } from "./bank-answer.ts";
import { findFile } from "./files.ts";
import { marksIn } from "./match.ts";
import { madeBy } from "./read.ts";
import { type Told, unsaid } from "./told.ts";
import { decimalOf } from "./transfers.ts";
import { readerFor, walk } from "./walk.ts";
import { unreadable } from "./xml.ts";

type Becomes = Told["becomes"];

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

const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");

export function becomesOf(status: string | null): Becomes {
  const word = plain(status ?? "");
  const found = Object.entries(words).find(([, all]) => all.includes(word));
  return (found?.[0] as Becomes) ?? null;
}

type Read = { message: string | null; columns: MatchedFile["columns"]; told: readonly Told[] };

export async function matchFile(caller: Caller, text: string): Promise<MatchedFile> {
  const none = { status: null, amount: null, currency: null };
  const isXml = /^\uFEFF?\s*</.test(text);
  const { message, columns, told }: Read = isXml ? { columns: none, ...readBankAnswer(text) } : readSheet(text);
  if (told.length === 0) throw unreadable("The file has no lines.");
  if (told.length > maxCsvRows) {
    throw unreadable(`The file has ${told.length} lines. At most ${maxCsvRows} are allowed.`);
  }
  const unit = await readMoneyUnit({ ...storeModeOf(caller), api: "affiliate" });
  const each = (await Promise.all(told.map((one) => unfolded(caller, one, unit)))).flat();
  const marks = [...new Set(each.flatMap(({ texts }) => [...marksIn(texts)]))];
  const made = await madeBy(caller, marks);
  const { records, complete } = await walk<Payout>(readerFor(caller), "payouts", {
    sort: "created_at",
    order: "desc",
  });
  const byId = new Map(records.map((row) => [row.id, row]));
  const seen = new Set<string>();
  const lines = each.map(({ texts, ...entered }): MatchedLine => {
    const named = texts.find((text) => byId.has(text));
    const mark = [...marksIn(texts)].find((each) => made.has(each));
    const reference = named ?? mark ?? null;
    const found = byId.get(named ?? made.get(mark ?? "") ?? "") ?? null;
    const first = found === null || !seen.has(found.id);
    if (found) seen.add(found.id);
    const becomes = entered.becomes === "failed" && found?.status === "paid" ? "returned" : entered.becomes;
    return {
      line: entered.line,
      reference,
      payout_id: found?.id ?? null,
      affiliate_id: found?.affiliate_id ?? null,
      amount: found?.amount ?? null,
      currency: found?.currency ?? null,
      now: found?.status ?? null,
      told_status: entered.status,
      told_amount: entered.amount,
      told_reason: entered.reason,
      told_at: entered.at,
      becomes,
      problem: first ? problemOf(found, { ...entered, becomes }, unit) : "twice",
    };
  });
  return { message, lines, complete, totals: totalsOf(lines), columns };
}

/** An answer for a whole file concerns each payout in it, if its amount is the file's. */
async function unfolded(caller: Caller, told: Told, unit: MoneyUnit): Promise<Told[]> {
  const file = told.file && (await findFile(caller, told.file));
  if (!file || (told.amount !== null && told.amount !== decimalOf(file.total, file.currency, unit))) return [told];
  return file.payouts.map((id) => ({ ...told, texts: [id], amount: null, currency: null }));
}

function readSheet(csv: string): Read {
  const { rows, problem } = parseCsv(csv);
  if (problem) throw unreadable(`Line ${problem.line}: ${problem.message}`);
  const [head, ...rest] = rows;
  if (!head) throw unreadable("The file has no lines.");
  const columns = {
    status: columnOf(head.cells, [/^status$/, /status/, /^state$/]),
    amount: columnOf(head.cells, [/^amount$/, /^gross( amount)?$/, /^(source|target) amount/, /amount/]),
    currency: columnOf(head.cells, [/^currency( code)?$/, /currency/]),
  };
  const told = rest.map(({ line, cells }): Told => {
    const cell = (at: number | null) => (at === null ? null : cells[at]?.trim() || null);
    const status = cell(columns.status);
    const texts = cells.map((text) => text.trim());
    const [amount, currency] = [cell(columns.amount), cell(columns.currency)];
    return { ...unsaid, line, texts, status, amount, currency, becomes: becomesOf(status) };
  });
  return { message: null, columns: headersOf(head.cells, columns), told };
}

type Entered = Pick<Told, "amount" | "currency"> & Pick<MatchedLine, "becomes">;

function problemOf(found: Payout | null, entered: Entered, unit: MoneyUnit): MatchedLine["problem"] {
  if (!found) return "not_found";
  const { becomes } = entered;
  const { currency = "", amount, status } = found;
  if (entered.currency && entered.currency.toUpperCase() !== currency.toUpperCase()) return "other_currency";
  // Some providers write outgoing amounts with a minus.
  const paid = entered.amount && typedAmount(entered.amount.replace(/^-/, ""), currency, unit);
  if (entered.amount !== null && toUnits(paid) !== toUnits(amount)) return "other_amount";
  if (becomes === null) return "no_status";
  if (status === becomes) return "already";
  return isOver(status) && becomes !== "returned" ? "over" : null;
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
  for (const each of wanted) {
    const isIt = (header: string) => each.test(header) && !/currency/.test(header) === !/currency/.test(each.source);
    const at = headers.findIndex((header) => isIt(plain(header)));
    if (at >= 0) return at;
  }
  return null;
}

const headersOf = (headers: readonly string[], columns: Record<"status" | "amount" | "currency", number | null>) => ({
  status: columns.status === null ? null : (headers[columns.status] ?? null),
  amount: columns.amount === null ? null : (headers[columns.amount] ?? null),
  currency: columns.currency === null ? null : (headers[columns.currency] ?? null),
});
