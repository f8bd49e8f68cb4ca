import { expect, test } from "vitest";
import { periodOf } from "@/components/figures/period";
import { countDays } from "@/lib/days";
import { loadAnalyticsFilters } from "./filters";

const today = "2026-11-21";
const period = (search: string) => periodOf(loadAnalyticsFilters(new URLSearchParams(search)), today);

test("an address without parameters means the last 28 days, compared with the 28 days before", () => {
  expect(period("")).toMatchObject({
    range: { start: "2026-10-24", end: "2026-11-20" },
    comparison: { range: { start: "2026-09-26", end: "2026-10-23" } },
    partial: false,
  });
});

test("thirty days are compared with thirty days on the same weekdays, five weeks earlier", () => {
  const { comparison, weeks } = period("range=30d");
  expect([weeks, comparison?.range]).toEqual([5, { start: "2026-09-17", end: "2026-10-16" }]);
});

test("a custom period is put in order and cut to today and to 400 days", () => {
  expect(period("range=custom&from=2026-11-10&to=2026-11-01").range).toEqual({
    start: "2026-11-01",
    end: "2026-11-10",
  });
  expect(period("range=custom&from=2026-11-10").range).toEqual({ start: "2026-11-10", end: "2026-11-10" });
  expect(period("range=custom&from=2026-11-10&to=2027-03-01")).toMatchObject({ range: { end: today }, partial: true });
  expect(period("range=custom&from=2027-02-01&to=2027-03-01").range).toEqual({ start: today, end: today });
  const { start, end } = period("range=custom&from=2020-01-01&to=2026-11-01").range;
  expect([countDays(start, end), end]).toEqual([400, "2026-11-01"]);
});

test("invalid days and periods in the address are ignored", () => {
  expect(period("range=custom&from=yesterday").range).toEqual(period("").range);
  expect(period("compare=custom").comparison?.range).toEqual(period("").comparison?.range);
  expect(period("range=fortnight&compare=mars").range).toEqual(period("").range);
});

test("a period can be compared with last year, with any other period, or with none", () => {
  expect(period("range=month&compare=year").comparison?.range).toEqual({ start: "2025-11-01", end: "2025-11-20" });
  const { comparison } = period("range=7d&compare=custom&against_from=2026-11-01&against_to=2026-11-05");
  expect(comparison?.range).toEqual({ start: "2026-11-01", end: "2026-11-05" });
  expect([comparison?.dayFor("2026-11-18"), comparison?.dayFor("2026-11-19")]).toEqual(["2026-11-05", null]);
  expect(period("compare=none").comparison).toBeNull();
});

test("only a period that ends today is incomplete", () => {
  expect(period("range=today")).toMatchObject({ partial: true, comparison: { range: { start: "2026-11-14" } } });
  expect(period("range=365d").partial).toBe(false);
});
