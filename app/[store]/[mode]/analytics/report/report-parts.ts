import type { ChartSeries } from "@/components/charts/points";
import type { Unit } from "@/components/figures/figures";
import type { ReportType } from "@/lib/contract/checkout/report-words";
import { isRecord } from "@/lib/contract/errors";
import { type Raw, readNumber, readString } from "@/lib/contract/read";
import type { Report, ReportTable } from "@/lib/contract/report";
import type { Format } from "@/lib/format";

// The specification does not show a report's body, so screens must work with any tables and values.

export type ReportParts = {
  course: ReportTable | null;
  /** All tables except the course; if the course is the only table, the course. */
  tables: ReportTable[];
  totals: Raw;
  currency: string | undefined;
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

export type BesideParts = { parts: ReportParts; dayFor: (day: string) => string | null };

export const isFlat = (course: ReportTable): boolean =>
  course.rows.every((row) => numbersOf(course).every((name) => !readNumber(row[name])));

const dateOf = ({ columns }: ReportTable) => columns.find(({ kind }) => kind === "date")?.name ?? "";

function isCourse(table: ReportTable): boolean {
  // A course has one row per day; in other tables, dates such as a record's creation date repeat.
  const column = dateOf(table);
  const dates = table.rows.map((row) => row[column]);
  return column !== "" && new Set(dates).size === dates.length && numbersOf(table).length > 0;
}

const byDate = (column: string) => (a: Raw, b: Raw) => (String(a[column]) < String(b[column]) ? -1 : 1);

export const numbersOf = ({ columns }: ReportTable): string[] =>
  columns.filter(({ kind }) => kind === "number").map(({ name }) => name);

const ratioNames = /(^|_)(rate|share|ratio)$|^of_|_per_/;
const moneyNames = /revenue|sales|savings|amount|price|turnover/;

/** The column's name is the only hint of its unit. A rate above 1 may be in percent or not, so it is a plain count. */
export function unitOfColumn(type: ReportType, { name, rows }: { name: string; rows: readonly Raw[] }): Unit {
  const values = rows.map((row) => readNumber(row[name])).filter((value) => value !== undefined);
  if (ratioNames.test(name) && values.every((value) => Math.abs(value) <= 1)) return "ratio";
  if (ratioNames.test(name)) return "count";
  // An attribution report's columns are sources of money.
  return moneyNames.test(name) || type === "revenue_attribution" ? "money" : "count";
}

export type Lines = {
  days: string[];
  series: ChartSeries[];
  unit: Unit;
  stacked: boolean;
};

/** Draws the selected column. An attribution report without a selection is drawn as one line per source. */
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

/** Returns true if the columns add up to the row's total. Without a total, one column might be counted in another. */
function isWhole(row: Raw, names: readonly string[]): boolean {
  const parts = names.map((name) => readNumber(row[name]) ?? Number.NaN);
  const total = readNumber(row.total) ?? Number.NaN;
  return parts.every((part) => part >= 0) && Math.abs(parts.reduce((sum, part) => sum + part, 0) - total) < 0.005;
}

export function valuesBeside(
  course: ReportTable | null,
  { days, name, dayFor }: { days: readonly string[]; name: string; dayFor: (day: string) => string | null },
): (number | null)[] {
  const rows = course?.rows ?? [];
  const date = course ? dateOf(course) : "";
  const byDay = new Map(rows.map((row) => [String(row[date]), row]));
  return days.map((day) => readNumber(byDay.get(dayFor(day) ?? "")?.[name]) ?? null);
}

/** Matches a row with the earlier row of the same record or name, or of the day that its day is compared with. */
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

export type FunnelStep = {
  name: string;
  count: number;
  ofFirst: number | null;
  ofPrevious: number | null;
  /** Loss since the previous step, in number and as a part of that step; negative if there are more. */
  lost: number | null;
  lostPart: number | null;
  /** How many offers come to one visit or order, where a step counts something else than the one before. */
  offersPer: { one: "visit" | "order"; offers: number } | null;
};

/** What the steps of the specification count. Those of another API are taken to count one thing. */
const counted: Partial<Record<string, "visits" | "offers" | "orders">> = {
  visits: "visits",
  offers_shown: "offers",
  offers_accepted: "offers",
  orders_with_upsells: "orders",
  orders: "orders",
};

const offersPer = (name: string, before: string): "visit" | "order" | null => {
  if (counted[name] === "offers" && counted[before] === "visits") return "visit";
  return counted[name] === "orders" && counted[before] === "offers" ? "order" : null;
};

/** Reads a funnel from rows of steps with counts, or from one object of counts, at any place in the report. */
export function stepsOf({ tables, rest }: Report): FunnelStep[] | null {
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

function toSteps(counts: [name: string, count: number][]): FunnelStep[] {
  const of = (part: number, whole: number | undefined) => (whole ? part / whole : null);
  return counts.map(([name, count], at) => {
    const nothing = { ofFirst: null, ofPrevious: null, lost: null, lostPart: null, offersPer: null };
    const [first, before] = [counts[0], counts[at - 1]];
    if (!first || !before) return { name, count, ...nothing };
    const ofFirst = offersPer(name, first[0]) ? null : of(count, first[1]);
    const one = offersPer(name, before[0]);
    if (one) {
      const offers = one === "visit" ? of(count, before[1]) : of(before[1], count);
      return { name, count, ...nothing, ofFirst, offersPer: offers === null ? null : { one, offers } };
    }
    const lost = before[1] - count;
    return {
      name,
      count,
      ofFirst,
      ofPrevious: of(count, before[1]),
      lost,
      lostPart: of(lost, before[1]),
      offersPer: null,
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

export function recordOf(type: ReportType, row: Raw): RowRecord | null {
  const known = ids[type];
  const column = known?.columns.find((name) => readString(row[name]));
  return known && column ? { id: readString(row[column]) as string, screen: known.screen, column } : null;
}

/** An id column is hidden if every row has a name, because the name links to the id. */
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
