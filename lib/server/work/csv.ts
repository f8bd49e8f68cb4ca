import type { Sentence } from "../../contract/errors.ts";
import { fromCell } from "../../csv.ts";
import { sentence } from "../../sentences.ts";

export type CsvRow = { line: number; cells: string[] };

type Bounds = { rows: number; columns: number };
type Parsed = { rows: CsvRow[]; count: number; problem: { line: number; reason: Sentence } | null };
const unbounded: Bounds = { rows: Number.POSITIVE_INFINITY, columns: Number.POSITIVE_INFINITY };

/**
 * Reads a file of any spreadsheet: with or without a BOM, quotes, line breaks in cells, commas, semicolons or tabs. Rows
 * beyond the bound are only counted. A person's file is read in a thread, by `parse-in-thread.ts`.
 */
export function parseCsv(csv: string, bounds = unbounded): Parsed {
  const text = csv.replace(/^\uFEFF/, "");
  const separator = separatorOf(text);
  const rows: CsvRow[] = [];
  let count = 0;
  let [cells, cell, quoted, closed]: [string[], string, boolean, boolean] = [[], "", false, false];
  let [line, began] = [1, 1];
  const endCell = () => {
    cells.push(closed ? cell : fromCell(cell));
    [cell, closed] = ["", false];
  };
  const endRow = () => {
    endCell();
    if (cells.length > 1 || cells[0] !== "") {
      count++;
      if (count <= bounds.rows) rows.push({ line: began, cells });
    }
    cells = [];
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (char === "\n" || (char === "\r" && text[at + 1] !== "\n")) line++;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') cell += text[++at];
      else [quoted, closed, cell] = [false, true, fromCell(cell)];
    } else if (char === '"' && cell === "" && !closed) quoted = true;
    else if (char === separator) {
      endCell();
      if (cells.length >= bounds.columns) {
        return { rows, count, problem: { line, reason: sentence("tooManyColumns", { count: bounds.columns }) } };
      }
    } else if (char === "\n" || char === "\r") {
      if (char === "\r" && text[at + 1] === "\n") continue;
      endRow();
      began = line;
    } else if (closed) return { rows, count, problem: { line, reason: sentence("quoteFollows") } };
    else cell += char;
  }
  if (quoted) return { rows, count, problem: { line: began, reason: sentence("quoteOpen") } };
  endRow();
  return { rows, count, problem: null };
}

function separatorOf(text: string): string {
  const head = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0].replace(/"(?:[^"]|"")*"/g, "") ?? "";
  const counts = [",", ";", "\t"].map((each) => head.split(each).length);
  return [",", ";", "\t"][counts.indexOf(Math.max(...counts))] ?? ",";
}
