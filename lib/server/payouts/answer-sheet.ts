import { createHash } from "node:crypto";
import { type AnswerColumns, answerColumns } from "../../contract/desk/payout-words.ts";
import { sentence } from "../../sentences.ts";
import { type CsvRow, parseCsv } from "../work/csv.ts";
import { type ReadAmount, readAmounts, readDays } from "./answer-values.ts";
import { becomesOf, columnFor, headingOf, isDebit, plain } from "./answer-words.ts";
import { type BankLine, unsaid } from "./bank-line.ts";
import { fileIn, marksIn } from "./payout-ids-in-text.ts";
import { unreadable } from "./xml.ts";

// A CSV file of a bank or a payment service. Nothing is read from it before it is known which column is the reference and
// which is the amount.

export type Sheet = {
  /** The same for every file with these headings. */
  key: string;
  headings: string[];
  samples: string[][];
  columns: AnswerColumns;
  /** Whether a person chose these columns for an earlier file. */
  remembered: boolean;
};

export type Choice = {
  /** What the person chose for this file. */
  columns?: AnswerColumns | undefined;
  /** What was chosen for earlier files, by the key of their headings. */
  remembered?: Readonly<Record<string, AnswerColumns>>;
};

type Bounds = { rows: number; columns: number };

const samples = 3;
/** German banks write the account and the period above the headings. */
const preamble = 20;
const shown = 200;

export function readSheet(
  text: string,
  { columns: chosen, remembered = {} }: Choice,
  bounds: Bounds,
): { sheet: Sheet; told: BankLine[] } {
  const { rows, count, problem } = parseCsv(text, { ...bounds, rows: bounds.rows + preamble });
  if (problem) throw unreadable(sentence("line", problem));
  const at = headingRow(rows);
  const lines = count - at - 1;
  if (lines > bounds.rows) throw unreadable(sentence("fileLines", { count: lines, most: bounds.rows }));
  const [head, ...rest] = rows.slice(at);
  if (!head || rest.length === 0) throw unreadable(sentence("fileNoLines"));
  const key = createHash("sha256")
    .update(JSON.stringify(head.cells.map(plain)))
    .digest("base64url");
  const kept = Object.hasOwn(remembered, key) ? remembered[key] : undefined;
  const columns = chosen ?? kept ?? understood(head.cells, rest);
  const isThere = (column: number | null) => column === null || column < head.cells.length;
  if (!answerColumns.every((kind) => isThere(columns[kind]))) throw unreadable(sentence("fileColumns"));
  const short = (cells: readonly string[]) =>
    head.cells.map((_, column) => (cells[column] ?? "").trim().slice(0, shown));
  const sheet: Sheet = {
    key,
    columns,
    headings: short(head.cells),
    remembered: chosen === undefined && kept !== undefined,
    samples: rest.slice(0, samples).map(({ cells }) => short(cells)),
  };
  return {
    sheet,
    told: columns.reference === null || columns.amount === null ? [] : toldIn(head.cells, rest, columns),
  };
}

/** The first row in which a reference or an amount, and another kind of column, is known; otherwise the first row. */
function headingRow(rows: readonly CsvRow[]): number {
  const found = rows.slice(0, preamble).findIndex(({ cells }) => {
    const known = answerColumns.filter((kind) => columnFor(kind, cells).several.length > 0);
    return known.length > 1 && (known.includes("amount") || known.includes("reference"));
  });
  return Math.max(0, found);
}

/** By headings that are known as a whole; and the reference also by the Cartwright IDs in its cells. */
function understood(head: readonly string[], rows: readonly CsvRow[]): AnswerColumns {
  const columns = Object.fromEntries(answerColumns.map((kind) => [kind, columnFor(kind, head).at])) as AnswerColumns;
  const marked = head.flatMap((_, at) => (rows.some(({ cells }) => marksIn(cells[at] ?? "").size > 0) ? [at] : []));
  const { several } = columnFor("reference", head);
  const [only] = marked.length === 1 ? marked : [];
  const among = marked.filter((at) => several.includes(at));
  return { ...columns, reference: only ?? (among.length === 1 ? (among[0] ?? null) : columns.reference) };
}

const nothing: ReadAmount = { value: null, grouped: null, negative: false };

function toldIn(head: readonly string[], rows: readonly CsvRow[], columns: AnswerColumns): BankLine[] {
  const cellsOf = (column: number | null) =>
    rows.map(({ cells }) => (column === null ? null : cells[column]?.trim() || null));
  const [references, amounts, currencies, statuses, days] = answerColumns.map((kind) => cellsOf(columns[kind]));
  const amountHeading = head[columns.amount ?? 0] ?? "";
  const implied = headingOf(amountHeading).currency;
  const values = readAmounts(amounts ?? []);
  const dates = readDays(days ?? []);
  const signed = values.some((read) => read !== null && read !== "unclear" && read.negative);
  const stated = columns.status !== null;
  return rows.map(({ line }, at): BankLine => {
    const [status = null, amount = null, reference = null] = [statuses?.[at], amounts?.[at], references?.[at]];
    const [read = null, day = null] = [values[at], dates[at]];
    const { value, grouped, negative } = read === null || read === "unclear" ? nothing : read;
    const texts = reference === null ? [] : [reference.slice(0, 500)];
    const out = read !== null && (negative || (!signed && isDebit(amountHeading)));
    const becomes = stated ? becomesOf(status) : out ? "paid" : null;
    const incoming = signed && !out && becomes !== "failed" && becomes !== "processing";
    const problem =
      (read === null && "no_amount") ||
      (incoming && "incoming") ||
      (day === "unclear" && "day_unclear") ||
      (value === null && "amount_unclear") ||
      null;
    return {
      ...unsaid,
      line,
      texts,
      status,
      amount,
      value,
      grouped,
      becomes,
      problem,
      currency: currencies?.[at] ?? implied,
      at: day === "unclear" ? null : day,
      file: marksIn(texts).size > 0 ? null : fileIn(texts),
    };
  });
}
