import type { ChartSeries } from "@/components/charts/points";
import type { Unit } from "@/components/figures";
import type { ReportType } from "@/lib/contract/checkout/report-words";
import { isRecord } from "@/lib/contract/errors";
import { type Raw, readNumber, readString } from "@/lib/contract/read";
import type { Report, ReportTable } from "@/lib/contract/report";
import type { Format } from "@/lib/format";

// What a screen makes of a report, whose body the specification does not show: of ours, and of whatever else comes.

export type ReportParts = {
  /** Rows in the order of time, that lines are drawn of. */
  course: ReportTable | null;
  /** The report itself. Where all it has is a course, that. */
  tables: ReportTable[];
  /** Sums, by the columns they are of. */
  totals: Raw;
  currency: string | undefined;
  /** What is no table, by its place. */
  rest: [name: string, value: unknown][];
};

export function partsOf(report: Report): ReportParts {
  const course = report.tables.find(isCourse) ?? null;
  const others = report.tables.filter((table) => table !== course);
  const { currency, type: _, report_type: __, totals, ...rest } = report.rest;
  const sums = isRecord(totals) ? totals : {};
  const tables = others.length > 0 || course === null ? others.filter(({ rows }) => rows.length > 0) : [course];
  const columns = new Set(tables.flatMap((table) => table.columns.map(({ name }) => name)));
  return {
    course: course && { ...course, rows: course.rows.toSorted(byDate(dateOf(course))) },
    tables,
    totals: sums,
    currency: readString(currency),
    rest: [...leaves(rest), ...Object.entries(sums).filter(([name]) => !columns.has(name))],
  };
}

/** The same report of the days beside. */
export type BesideParts = { parts: ReportParts; dayFor: (day: string) => string | null };

/** Whether anything happened on any of its days. */
export const isFlat = (course: ReportTable): boolean =>
  course.rows.every((row) => numbersOf(course).every((name) => !readNumber(row[name])));

const dateOf = ({ columns }: ReportTable) => columns.find(({ kind }) => kind === "date")?.name ?? "";

function isCourse(table: ReportTable): boolean {
  // A row a day: dates of records, such as when each was made, come twice.
  const column = dateOf(table);
  const dates = table.rows.map((row) => row[column]);
  return column !== "" && new Set(dates).size === dates.length && numbersOf(table).length > 0;
}

const byDate = (column: string) => (a: Raw, b: Raw) => (String(a[column]) < String(b[column]) ? -1 : 1);

export const numbersOf = ({ columns }: ReportTable): string[] =>
  columns.filter(({ kind }) => kind === "number").map(({ name }) => name);

const ratioNames = /(^|_)(rate|share|ratio)$|^of_|_per_/;
const moneyNames = /revenue|sales|savings|amount|price|turnover/;

/** What a column counts, by its name: nothing else says it. A rate above 1 is in percent, or something else again. */
export function unitOfColumn(type: ReportType, { name, rows }: { name: string; rows: readonly Raw[] }): Unit {
  const values = rows.map((row) => readNumber(row[name])).filter((value) => value !== undefined);
  if (ratioNames.test(name) && values.every((value) => Math.abs(value) <= 1)) return "ratio";
  if (ratioNames.test(name)) return "count";
  // An attribution's columns are the sources of money.
  return moneyNames.test(name) || type === "revenue_attribution" ? "money" : "count";
}

export type Lines = {
  days: string[];
  series: ChartSeries[];
  unit: Unit;
  /** They are the parts of a total. */
  stacked: boolean;
};

/** One line of the column that was chosen; of an attribution that nobody chose from all of its sources. */
export function linesOf(
  course: ReportTable,
  {
    type,
    measure,
    most,
    label,
  }: { type: ReportType; measure: string | null; most: number; label: (name: string) => string },
): Lines {
  const date = dateOf(course);
  const numbers = numbersOf(course);
  const unit = (name: string) => unitOfColumn(type, { name, rows: course.rows });
  const chosen = measure !== null && numbers.includes(measure) ? measure : null;
  const first = numbers.find((name) => unit(name) === "money") ?? (numbers[0] as string);
  const sources = numbers.filter((name) => unit(name) === "money" && name !== "total").slice(0, most);
  const names = chosen !== null ? [chosen] : type === "revenue_attribution" && sources.length > 0 ? sources : [first];
  return {
    days: course.rows.map((row) => String(row[date])),
    series: names.map((name) => ({
      id: name,
      label: label(name),
      values: course.rows.map((row) => readNumber(row[name]) ?? null),
    })),
    unit: unit(names[0] as string),
    stacked: names.length > 1 && course.rows.every((row) => isWhole(row, names)),
  };
}

/** Whether columns are the parts of the total that the row names. Without one, some might be counted in others. */
function isWhole(row: Raw, names: readonly string[]): boolean {
  const parts = names.map((name) => readNumber(row[name]) ?? Number.NaN);
  const total = readNumber(row.total) ?? Number.NaN;
  return parts.every((part) => part >= 0) && Math.abs(parts.reduce((sum, part) => sum + part, 0) - total) < 0.005;
}

/** The values of the days that those of a course are compared with; null where there is none. */
export function valuesBeside(
  course: ReportTable | null,
  { days, name, dayFor }: { days: readonly string[]; name: string; dayFor: (day: string) => string | null },
): (number | null)[] {
  const rows = course?.rows ?? [];
  const date = course ? dateOf(course) : "";
  const byDay = new Map(rows.map((row) => [String(row[date]), row]));
  return days.map((day) => readNumber(byDay.get(dayFor(day) ?? "")?.[name]) ?? null);
}

/** Of a row the one of the same record or the same name, or of the day that its day is compared with. */
export function rowsBeside(
  type: ReportType,
  table: ReportTable | undefined,
  { lead, dayFor }: { lead: string; dayFor: (day: string) => string | null },
): (row: Raw) => Raw | undefined {
  const keyOf = (row: Raw) => recordOf(type, row)?.id ?? readString(row[lead]);
  const byKey = new Map(table?.rows.map((row) => [keyOf(row), row]));
  return (row) => {
    const key = keyOf(row);
    return key === undefined ? undefined : byKey.get(isDay(key) ? (dayFor(key) ?? "") : key);
  };
}

export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

export type Step = {
  name: string;
  count: number;
  ofFirst: number | null;
  ofPrevious: number | null;
  /** Since the step before, in number and as a part of it; below zero where there are more. */
  lost: number | null;
  lostPart: number | null;
};

/** A funnel as rows of steps with their counts, or as one object of counts, wherever it stands. */
export function stepsOf({ tables, rest }: Report): Step[] | null {
  for (const table of tables) {
    if (isCourse(table)) continue;
    const name = table.columns.find(({ kind }) => kind === "text")?.name;
    const count = numbersOf(table).find((column) => !ratioNames.test(column));
    if (name === undefined || count === undefined || table.rows.length < 2) continue;
    return toSteps(table.rows.map((row) => [readString(row[name]) ?? "", readNumber(row[count]) ?? 0]));
  }
  const counts = findCounts(rest);
  return counts && toSteps(counts);
}

function toSteps(counts: [name: string, count: number][]): Step[] {
  const of = (part: number, whole: number | undefined) => (whole ? part / whole : null);
  return counts.map(([name, count], at) => {
    const before = counts[at - 1]?.[1];
    if (before === undefined) return { name, count, ofFirst: null, ofPrevious: null, lost: null, lostPart: null };
    const lost = before - count;
    return {
      ...{ name, count, ofFirst: of(count, counts[0]?.[1]), ofPrevious: of(count, before) },
      ...{ lost, lostPart: of(lost, before) },
    };
  });
}

function findCounts(value: unknown): [string, number][] | null {
  if (!isRecord(value)) return null;
  const entries = Object.entries(value);
  const numbers = entries.map(([name, inner]) => [name, readNumber(inner)] as const);
  if (entries.length > 1 && numbers.every(([, number]) => number !== undefined)) return numbers as [string, number][];
  for (const [name, inner] of entries) {
    const found = name === "totals" ? null : findCounts(inner);
    if (found) return found;
  }
  return null;
}

const ids: Record<ReportType, { columns: string[]; screen: string } | null> = {
  upsell_performance: { columns: ["upsell_id", "offer_id", "id"], screen: "upsells" },
  bundle_performance: { columns: ["bundle_id", "id"], screen: "bundles" },
  revenue_attribution: null,
  conversion_funnel: null,
};

export type RowRecord = { id: string; screen: string; column: string };

/** The record that a row is of. */
export function recordOf(type: ReportType, row: Raw): RowRecord | null {
  const known = ids[type];
  const column = known?.columns.find((name) => readString(row[name]));
  return known && column ? { id: readString(row[column]) as string, screen: known.screen, column } : null;
}

/** The columns that are shown: the id of a row is behind its name, where every row has one. */
export function columnsOf(type: ReportType, { columns, rows }: ReportTable) {
  const id = rows[0] && recordOf(type, rows[0])?.column;
  const name = columns.find(
    ({ name, kind }) => kind === "text" && name !== id && /(^|_)(name|title)$/.test(name),
  )?.name;
  const shown = name === undefined ? columns : columns.filter((column) => column.name !== id);
  return { columns: shown, lead: name ?? shown[0]?.name ?? "", id };
}

export function sortRows(
  rows: readonly Raw[],
  column: string | null,
  order: "asc" | "desc",
  compare: Format["compare"],
): readonly Raw[] {
  if (column === null) return rows;
  const way = order === "asc" ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [one, other] = [a[column], b[column]];
    // What is not told comes last, whichever the order.
    if (one == null || other == null) return one == null ? (other == null ? 0 : 1) : -1;
    if (typeof one === "number" && typeof other === "number") return (one - other) * way;
    return compare(String(one), String(other)) * way;
  });
}

function leaves(value: Raw, path = ""): [string, unknown][] {
  return Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    const here = path === "" ? key : `${path}.${key}`;
    return isRecord(inner) && Object.keys(inner).length > 0 ? leaves(inner, here) : [[here, inner]];
  });
}
