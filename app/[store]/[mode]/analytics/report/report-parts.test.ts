import { expect, test } from "vitest";
import { normalizeReport } from "@/lib/contract/report";
import { createFormat } from "@/lib/format";
import {
  columnsOf,
  isFlat,
  linesOf,
  partsOf,
  recordOf,
  rowsBeside,
  sortRows,
  stepsOf,
  unitOfColumn,
  valuesBeside,
} from "./report-parts";

const ours = normalizeReport({
  type: "upsell_performance",
  data: [
    { upsell_id: "ups_1", upsell_name: "Kettle", shown: 10, accepted: 4, acceptance_rate: 0.4, revenue: 40 },
    { upsell_id: "ups_2", shown: 5, accepted: 0, acceptance_rate: 0, revenue: 0 },
  ],
  totals: { shown: 15, accepted: 4, acceptance_rate: 0.27, revenue: 40 },
  daily: [
    { date: "2026-11-02", shown: 9, revenue: 30 },
    { date: "2026-11-01", shown: 6, revenue: 10 },
  ],
  period: { start: "2026-11-01", end: "2026-11-02" },
  currency: "EUR",
});
const drawn = { type: "upsell_performance" as const, measure: null, most: 5, label: (name: string) => name };

test("the embedded service's report draws its days in order and lists its offers in a table", () => {
  const { course, tables, totals, currency, rest } = partsOf(ours);
  expect(tables.map(({ name }) => name)).toEqual(["data"]);
  expect([currency, totals.shown, rest]).toEqual(["EUR", 15, []]);
  const lines = linesOf(course as never, drawn);
  expect(lines).toMatchObject({ days: ["2026-11-01", "2026-11-02"], unit: "money" });
  expect(lines.series).toEqual([{ id: "revenue", label: "revenue", values: [10, 30] }]);
  expect(linesOf(course as never, { ...drawn, measure: "shown" })).toMatchObject({ unit: "count" });
  expect(linesOf(course as never, { ...drawn, measure: "nothing" })).toMatchObject({ unit: "money" });
});

test("a row links to its record by name, and the id column is hidden", () => {
  const [table] = partsOf(ours).tables;
  expect(recordOf("upsell_performance", table?.rows[0] ?? {})).toMatchObject({ id: "ups_1", screen: "upsells" });
  expect(recordOf("conversion_funnel", { id: "1" })).toBeNull();
  const { columns, lead } = columnsOf("upsell_performance", table as never);
  expect([lead, columns.map(({ name }) => name)]).toEqual([
    "upsell_name",
    ["upsell_name", "shown", "accepted", "acceptance_rate", "revenue"],
  ]);
  expect(
    columnsOf("bundle_performance", { name: "", columns: [{ name: "bundle", kind: "text" }], rows: [{}] }).lead,
  ).toBe("bundle");
});

test("a report of unknown shape becomes tables where it has rows; other values keep their path", () => {
  const { course, tables, rest } = partsOf(
    normalizeReport({
      report: {
        generated_at: "2026-11-01T00:00:00Z",
        sections: { offers: [{ offer: "Kettle", shown: "240" }], by_device: { mobile: [{ shown: 200 }] } },
      },
    }),
  );
  expect(course).toBeNull();
  expect(tables.map(({ name }) => name)).toEqual(["report.sections.offers", "report.sections.by_device.mobile"]);
  expect(rest).toEqual([["report.generated_at", "2026-11-01T00:00:00Z"]]);
  expect(partsOf(normalizeReport("no report at all")).rest).toEqual([["value", "no report at all"]]);
});

test("a report with nothing but days is drawn and listed, and an attribution report has a line per source", () => {
  const parts = partsOf(
    normalizeReport({
      "2026-10-02": { upsells: "99.00", bundles: 0, total: 99 },
      "2026-10-01": { upsells: "120.50", bundles: 40, total: 160.5 },
    }),
  );
  expect(parts.tables).toHaveLength(1);
  const lines = linesOf(parts.course as never, { ...drawn, type: "revenue_attribution" });
  expect(lines.series.map(({ id, values }) => [id, values])).toEqual([
    ["upsells", [120.5, 99]],
    ["bundles", [40, 0]],
  ]);
});

test("sources are stacked only if they add up to the total of every day", () => {
  const stacked = (...daily: object[]) =>
    linesOf(partsOf(normalizeReport({ daily })).course as never, { ...drawn, type: "revenue_attribution" }).stacked;
  const day = { date: "2026-11-01", upsells: 19.99, bundles: 0, other: 0.1, total: 20.09 };
  expect(stacked(day, { ...day, date: "2026-11-02" })).toBe(true);
  expect(stacked(day, { ...day, date: "2026-11-02", total: 21 })).toBe(false);
  expect(stacked({ ...day, upsells: -5, total: -4.9 })).toBe(false);
  expect(stacked({ date: day.date, total_revenue: 20, service_revenue: 5 })).toBe(false);
  expect(linesOf(partsOf(ours).course as never, drawn).stacked).toBe(false);
});

test("a period without events has days but no rows", () => {
  const { course, tables } = partsOf(normalizeReport({ data: [], daily: [{ date: "2026-11-01", shown: 0 }] }));
  expect(tables).toEqual([]);
  expect(isFlat(course as never)).toBe(true);
  expect(isFlat(partsOf(ours).course as never)).toBe(false);
});

test("a table with repeated dates is not drawn by day", () => {
  const made = [1, 2].map((id) => ({ id: `u${id}`, made: "2026-10-01", shown: id }));
  expect(partsOf(normalizeReport({ data: made })).course).toBeNull();
});

test("a rate above 1 is shown as a plain number, and counts have no currency", () => {
  const unit = (name: string, value: number) => unitOfColumn("upsell_performance", { name, rows: [{ [name]: value }] });
  expect([unit("acceptance_rate", 0.5), unit("acceptance_rate", 50)]).toEqual(["ratio", "count"]);
  expect([unit("net_revenue", 5), unit("shown", 5)]).toEqual(["money", "count"]);
  expect(unitOfColumn("revenue_attribution", { name: "bundles", rows: [{ bundles: 5 }] })).toBe("money");
});

test("a funnel is read from rows of steps or from an object of counts", () => {
  const rows = normalizeReport({
    data: [
      { step: "visits", count: 100, of_first: 1 },
      { step: "shown", count: 50, of_first: 0.5 },
      { step: "accepted", count: 5, of_first: 0.05 },
    ],
    daily: [{ date: "2026-11-01", visits: 100 }],
  });
  expect(stepsOf(rows)).toEqual([
    { name: "visits", count: 100, ofFirst: null, ofPrevious: null, lost: null, lostPart: null, offersPer: null },
    { name: "shown", count: 50, ofFirst: 0.5, ofPrevious: 0.5, lost: 50, lostPart: 0.5, offersPer: null },
    { name: "accepted", count: 5, ofFirst: 0.05, ofPrevious: 0.1, lost: 45, lostPart: 0.9, offersPer: null },
  ]);
  const object = normalizeReport({ funnel: { visits: 0, shown: 360 }, note: "sampled" });
  expect(stepsOf(object)).toEqual([
    { name: "visits", count: 0, ofFirst: null, ofPrevious: null, lost: null, lostPart: null, offersPer: null },
    { name: "shown", count: 360, ofFirst: null, ofPrevious: null, lost: -360, lostPart: null, offersPer: null },
  ]);
  expect(stepsOf(normalizeReport({ note: "nothing" }))).toBeNull();
});

test("a funnel compares offers with offers, and says how many come to one visit or order", () => {
  const report = normalizeReport({
    data: [
      { step: "visits", count: 100 },
      { step: "offers_shown", count: 150 },
      { step: "offers_accepted", count: 30 },
      { step: "orders_with_upsells", count: 24 },
    ],
  });
  const nothing = { ofPrevious: null, lost: null, lostPart: null };
  expect(stepsOf(report)?.slice(1)).toEqual([
    { name: "offers_shown", count: 150, ofFirst: null, ...nothing, offersPer: { one: "visit", offers: 1.5 } },
    { name: "offers_accepted", count: 30, ofFirst: null, ofPrevious: 0.2, lost: 120, lostPart: 0.8, offersPer: null },
    { name: "orders_with_upsells", count: 24, ofFirst: 0.24, ...nothing, offersPer: { one: "order", offers: 1.25 } },
  ]);
});

test("rows can be sorted by any column, with missing values last", () => {
  const rows = [{ n: 2 }, { n: null }, { n: 10 }, {}];
  const { compare } = createFormat({ locale: "de", currency: "EUR", timeZone: "UTC" });
  expect(sortRows(rows, "n", "desc", compare).map((row) => row.n)).toEqual([10, 2, null, undefined]);
  expect(sortRows(rows, "n", "asc", compare).map((row) => row.n)).toEqual([2, 10, null, undefined]);
  expect(sortRows(rows, null, "asc", compare)).toBe(rows);
  const named = ["Zucker", "Filter 10", "Öl", "Filter 9"].map((n) => ({ n }));
  expect(sortRows(named, "n", "asc", compare).map((row) => row.n)).toEqual(["Filter 9", "Filter 10", "Öl", "Zucker"]);
});

test("a row is compared with the earlier row of the same record or day", () => {
  const before = partsOf(
    normalizeReport({
      data: [{ upsell_id: "ups_1", upsell_name: "Kettle, once called so", revenue: 10 }],
      daily: [{ date: "2026-10-25", revenue: 7 }],
    }),
  );
  const dayFor = (day: string) => (day === "2026-11-01" ? "2026-10-25" : null);
  const [table] = before.tables;
  const earlier = rowsBeside("upsell_performance", table, { lead: "upsell_name", dayFor });
  expect(earlier({ upsell_id: "ups_1", upsell_name: "Kettle" })).toMatchObject({ revenue: 10 });
  expect(earlier({ upsell_id: "ups_2", upsell_name: "Kettle, once called so" })).toBeUndefined();
  const byDay = rowsBeside("upsell_performance", before.course ?? undefined, { lead: "date", dayFor });
  expect(byDay({ date: "2026-11-01" })).toMatchObject({ revenue: 7 });
  expect(byDay({ date: "2026-11-02" })).toBeUndefined();
  const days = ["2026-11-01", "2026-11-02"];
  expect(valuesBeside(before.course, { days, name: "revenue", dayFor })).toEqual([7, null]);
  expect(valuesBeside(null, { days, name: "revenue", dayFor })).toEqual([null, null]);
});
