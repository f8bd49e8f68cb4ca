import "server-only";
import { isOver } from "../../contract/affiliate/payout-words.ts";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import type { MatchedFile, MatchedLine } from "../../contract/desk/payout-files.ts";
import type { AnswerColumns } from "../../contract/desk/payout-words.ts";
import { keyOf } from "../../contract/errors.ts";
import { addDays } from "../../days.ts";
import { minorDigits } from "../../decimal.ts";
import { type MoneyUnit, majorOf, sumOf } from "../../money.ts";
import { sentence } from "../../sentences.ts";
import { storeModeOf } from "../db.ts";
import type { Caller } from "../wire/call.ts";
import { readMoneyUnit } from "../wire/connections.ts";
import { readColumns } from "./answer-columns.ts";
import type { BankLine } from "./bank-line.ts";
import { findFile } from "./files.ts";
import { marksIn } from "./payout-ids-in-text.ts";
import { madeBy } from "./read.ts";
import { readerFor, walk } from "./read-all-pages.ts";
import { readAnswerFile } from "./read-answer-file.ts";
import { unreadable } from "./xml.ts";

/** `key` names the headings of a CSV file. */
type Matched = MatchedFile & { key: string | null };
type Entered = BankLine & { total: number | null };

export async function matchFile(caller: Caller, text: string, columns?: AnswerColumns): Promise<Matched> {
  const remembered = await readColumns(caller);
  const { message, sheet: read, told } = await readAnswerFile(text, { columns, remembered });
  if (told.length === 0 && read === null) throw unreadable(sentence("fileNoLines"));
  const { key = null, ...sheet } = read ?? {};
  const found = { message, key, sheet: read && (sheet as NonNullable<MatchedFile["sheet"]>) };
  if (told.length === 0) return { ...found, lines: [], totals: [], complete: true };
  const unit = await readMoneyUnit({ ...storeModeOf(caller), api: "affiliate" });
  const entered = await unfolded(caller, told, unit);
  const made = await madeBy(caller, [...new Set(entered.flatMap(({ texts }) => [...marksIn(texts)]))]);
  const newest = { sort: "created_at", order: "desc" };
  const { records, complete } = await walk<Payout>(readerFor(caller), "payouts", newest);
  const byId = new Map(records.map((row) => [row.id, row]));
  const seen = new Set<string>();
  const lines = entered.map((one): MatchedLine => {
    const named = one.texts.find((text) => byId.has(text));
    const mark = [...marksIn(one.texts)].find((each) => made.has(each));
    const payout = byId.get(named ?? made.get(mark ?? "") ?? "") ?? null;
    const first = payout === null || !seen.has(payout.id);
    if (payout) seen.add(payout.id);
    const becomes = one.becomes === "failed" && payout?.status === "paid" ? "returned" : one.becomes;
    return {
      line: one.line,
      reference: named ?? mark ?? null,
      payout_id: payout?.id ?? null,
      affiliate_id: payout?.affiliate_id ?? null,
      amount: one.total ?? payout?.amount ?? null,
      currency: (one.total === null ? payout?.currency : one.currency) ?? null,
      now: payout?.status ?? null,
      told_status: one.status,
      told_amount: one.amount,
      told_reason: one.reason?.message ?? null,
      told_reason_key: one.reason && keyOf(one.reason),
      told_at: one.at,
      becomes,
      problem:
        one.total !== null
          ? (one.problem ?? "other_total")
          : first
            ? problemOf(payout, { ...one, becomes }, unit)
            : "twice",
    };
  });
  return { ...found, lines, complete, totals: totalsOf(lines) };
}

/** An answer for a whole file concerns each payout in it, if its amount is the file's. Otherwise it gets the file's total. */
async function unfolded(caller: Caller, told: readonly BankLine[], unit: MoneyUnit): Promise<Entered[]> {
  const all: Entered[] = [];
  for (const one of told) {
    const file = one.file === null ? null : await findFile(caller, one.file);
    if (!file) all.push({ ...one, total: null });
    else if (one.problem === null && isTotal(one, file, unit)) {
      const each = { ...one, value: null, amount: null, currency: null, total: null };
      all.push(...file.payouts.map((id) => ({ ...each, texts: [id] })));
    } else all.push({ ...one, texts: [], currency: file.currency, total: file.total });
  }
  return all;
}

function isTotal({ value, currency }: BankLine, file: { total: number; currency: string }, unit: MoneyUnit): boolean {
  if (currency !== null && currency.toUpperCase() !== file.currency) return false;
  return value === null || value === majorOf(file.total, file.currency, unit);
}

type Judged = Pick<BankLine, "value" | "grouped" | "currency" | "problem" | "at"> & Pick<MatchedLine, "becomes">;

function problemOf(found: Payout | null, told: Judged, unit: MoneyUnit): MatchedLine["problem"] {
  if (!found) return "not_found";
  const { currency = "", amount, status } = found;
  // 1,000 yen have one reading.
  const value = told.value ?? (/^[A-Z]{3}$/.test(currency) && minorDigits(currency) === 0 ? told.grouped : null);
  if (told.problem === "no_amount" || (told.problem === "amount_unclear" && value === null)) return told.problem;
  if (told.currency && told.currency.toUpperCase() !== currency.toUpperCase()) return "other_currency";
  const paid = amount === undefined ? null : majorOf(amount, currency, unit);
  if (value !== null && value !== paid) return "other_amount";
  if (told.problem === "incoming" || told.problem === "day_unclear") return told.problem;
  if (told.becomes === null) return "no_status";
  if (status === told.becomes) return "already";
  if (isOver(status) && told.becomes !== "returned") return "over";
  return told.becomes === "paid" || told.becomes === "returned" ? dayProblem(found, told.at) : null;
}

/** Days of the bank's time zone. A payout may be noted some days after the bank has paid it. */
function dayProblem({ created_at }: Payout, day: string | null): MatchedLine["problem"] {
  const dayAt = (time: string | number, days: number) => addDays(new Date(time).toISOString().slice(0, 10), days);
  if (day === null) return null;
  if (day > dayAt(Date.now(), 1)) return "day_future";
  return created_at !== undefined && day < dayAt(created_at, -7) ? "day_early" : null;
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
