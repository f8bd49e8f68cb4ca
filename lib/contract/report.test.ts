import { expect, test } from "vitest";
import { normalizeReport, readFigures } from "./report.ts";

const rows = [
  { date: "2026-01-01", product_id: "0012", revenue: "10.50", orders: 3, note: null },
  { date: "2026-01-02", product_id: "0013", revenue: "0", orders: 4, name: "x", tags: ["a"] },
];

test("an array of objects is a table, with kinds of columns and readable numbers", () => {
  const report = normalizeReport({
    type: "upsell_performance",
    period: { start: "2026-01-01", end: "2026-01-02" },
    data: rows,
  });
  expect(report.type).toBe("upsell_performance");
  expect(report.period).toEqual({ start: "2026-01-01", end: "2026-01-02" });
  expect(report.tables).toHaveLength(1);
  expect(report.tables[0]?.columns.map(({ name, kind }) => `${name}:${kind}`)).toEqual([
    "date:date",
    "product_id:text",
    "revenue:number",
    "orders:number",
    "note:text",
    "name:text",
    "tags:other",
  ]);
  expect(report.tables[0]?.rows.map(({ revenue, product_id }) => [revenue, product_id])).toEqual([
    [10.5, "0012"],
    [0, "0013"],
  ]);
  expect(report.rest).toEqual({ type: "upsell_performance" });
});

test("tables are found at any depth and the rest stays a tree", () => {
  const report = normalizeReport({
    data: { by_day: rows, totals: { revenue: 5 }, groups: { inner: { list: [{ a: 1 }] } }, names: ["a"], none: [] },
    start_date: "2026-01-01",
  });
  expect(report.tables.map(({ name }) => name)).toEqual(["data.by_day", "data.groups.inner.list"]);
  expect(report.rest).toEqual({ data: { totals: { revenue: 5 }, names: ["a"], none: [] }, start_date: "2026-01-01" });
  expect(report.period).toEqual({ start: "2026-01-01" });
});

test("a bare array, no rows, mixed rows and a plain value are readable reports", () => {
  expect(normalizeReport(rows).tables).toMatchObject([{ name: "" }]);
  expect(normalizeReport({ data: [] }).tables).toEqual([{ name: "data", columns: [], rows: [] }]);
  expect(normalizeReport({ data: [{ a: 1 }, 2] })).toEqual({ tables: [], rest: { data: [{ a: 1 }, 2] } });
  expect(normalizeReport("nothing yet")).toEqual({ tables: [], rest: { value: "nothing yet" } });
  expect(normalizeReport(null)).toEqual({ tables: [], rest: { value: null } });
});

test("an endlessly nested body is read to a limited depth only", () => {
  let body: unknown = [{ a: 1 }];
  for (let depth = 0; depth < 5000; depth += 1) body = { inner: body };
  expect(normalizeReport(body).tables).toEqual([]);
});

test("figures are read with their period from every envelope", () => {
  const figures = { revenue: 5 };
  const period = { start: "2026-01-01", end: "2026-01-31" };
  for (const body of [
    { data: figures, period },
    { metrics: figures, period },
    { ...figures, period },
    { data: { ...figures, period } },
    { data: { metrics: figures, period } },
    { data: figures, period: { start_date: period.start, end_date: period.end } },
  ]) {
    expect(
      readFigures(body, "metrics", (raw) => raw),
      JSON.stringify(body),
    ).toEqual({ data: figures, period });
  }
  expect(readFigures({ data: figures }, "metrics", (raw) => raw)).toEqual({ data: figures });
  expect(readFigures(null, "metrics", (raw) => raw)).toEqual({ data: {} });
});
