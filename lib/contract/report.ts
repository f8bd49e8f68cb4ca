import { isRecord } from "./errors.ts";
import { present, type Raw, readNumber, readRecord, readString } from "./read.ts";

// Makes tables and trees of bodies whose shape the specification leaves open.

type Period = { start?: string; end?: string };
export type Figures<T> = { data: T; period?: Period };

type ReportColumn = { name: string; kind: "number" | "date" | "text" | "other" };
/** `name` is the dotted path of the rows, or empty for a body that is an array. */
export type ReportTable = { name: string; columns: ReportColumn[]; rows: Raw[] };
export type Report = { type?: string; period?: Period; tables: ReportTable[]; rest: Raw };

export function readFigures<T>(body: unknown, name: string, read: (raw: Raw) => T): Figures<T> {
  const outer = isRecord(body) ? body : {};
  const inner = readRecord(body, name);
  const { period: _, ...figures } = readRecord(inner, name);
  const period = readPeriod(outer) ?? readPeriod(readRecord(body)) ?? readPeriod(inner);
  return present({ data: read(figures), period });
}

function readPeriod(raw: Raw): Period | undefined {
  const source = isRecord(raw.period) ? raw.period : { start_date: raw.start_date, end_date: raw.end_date };
  const start = readString(source.start ?? source.start_date ?? source.from);
  const end = readString(source.end ?? source.end_date ?? source.to);
  return start === undefined && end === undefined ? undefined : present({ start, end });
}

/** Every array of objects and every object of objects by date becomes a table; the rest stays a tree. */
export function normalizeReport(body: unknown): Report {
  const tables: ReportTable[] = [];
  const tree = takeTables(body, "", tables, 0);
  const left: Raw = isRecord(tree) ? tree : present({ value: tree });
  const { period: _, ...rest } = left;
  const head = isRecord(body) ? body : {};
  return present({
    type: readString(head.type ?? head.report_type),
    period: readPeriod(head) ?? readPeriod(readRecord(body)),
    tables,
    rest,
  });
}

/** Deeper data stays a tree, because no readable table is nested that deep. */
const maxDepth = 12;

function takeTables(value: unknown, path: string, tables: ReportTable[], depth: number): unknown {
  if (Array.isArray(value) && isTable(value, path)) {
    tables.push(toTable(path, value));
    return undefined;
  }
  if (!isRecord(value) || depth >= maxDepth) return value;
  if (isByDate(value)) {
    tables.push(toTable(path, datedRows(value)));
    return undefined;
  }
  const left = Object.entries(value).flatMap(([key, inner]) => {
    const rest = takeTables(inner, path === "" ? key : `${path}.${key}`, tables, depth + 1);
    const emptied = isRecord(rest) && isRecord(inner) && hasKeys(inner) && !hasKeys(rest);
    return rest === undefined || emptied ? [] : [[key, rest] as const];
  });
  return Object.fromEntries(left);
}

function isByDate(value: Raw): boolean {
  const entries = Object.entries(value);
  return entries.length > 0 && entries.every(([key, row]) => /^\d{4}-\d{2}(-\d{2})?$/.test(key) && isRecord(row));
}

const datedRows = (byDate: Raw): Raw[] => Object.entries(byDate).map(([date, row]) => ({ date, ...(row as Raw) }));

function hasKeys(record: Raw): boolean {
  return Object.keys(record).length > 0;
}

/** An empty array counts as a table without rows only where rows are expected. */
function isTable(values: unknown[], path: string): values is Raw[] {
  return values.every(isRecord) && (values.length > 0 || path === "" || path === "data");
}

function toTable(name: string, rows: Raw[]): ReportTable {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names.map((column) => ({ name: column, kind: kindOf(column, rows) }));
  const numeric = new Set(columns.filter(({ kind }) => kind === "number").map((column) => column.name));
  const read = ([key, value]: [string, unknown]) => [key, numeric.has(key) ? (readNumber(value) ?? value) : value];
  return { name, columns, rows: rows.map((row) => Object.fromEntries(Object.entries(row).map(read))) };
}

function kindOf(column: string, rows: Raw[]): ReportColumn["kind"] {
  const values = rows.map((row) => row[column]).filter((value) => value !== null && value !== undefined);
  if (values.length === 0) return "text";
  const isId = /(^|_)(id|sku|code|number)$/.test(column);
  if (!isId && values.every((value) => readNumber(value) !== undefined)) return "number";
  if (values.every((value) => typeof value === "string" && /^\d{4}-\d\d(-\d\d([T ].*)?)?$/.test(value))) return "date";
  return values.every((value) => readString(value) !== undefined) ? "text" : "other";
}
