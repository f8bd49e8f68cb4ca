import { expect, test } from "vitest";
import { dayIn } from "./days.ts";
import { besides, daysOf, type Preset, presets, previousOf, rangeOf, yearBefore } from "./ranges.ts";

const today = "2026-11-21";
const weekday = (day: string) => new Date(day).getUTCDay();

test.each<[preset: Preset, start: string, end: string]>([
  ["today", "2026-11-21", "2026-11-21"],
  ["7d", "2026-11-14", "2026-11-20"],
  ["28d", "2026-10-24", "2026-11-20"],
  ["30d", "2026-10-22", "2026-11-20"],
  ["90d", "2026-08-23", "2026-11-20"],
  ["365d", "2025-11-21", "2026-11-20"],
  ["month", "2026-11-01", "2026-11-20"],
  ["quarter", "2026-10-01", "2026-11-20"],
  ["year", "2026-01-01", "2026-11-20"],
])("%s is from %s to %s: except for today, it ends with the last complete day", (preset, start, end) => {
  expect(rangeOf(preset, today)).toEqual({ start, end });
});

test("on its first day, a month, a quarter or a year contains only that day", () => {
  expect(rangeOf("month", "2026-12-01")).toEqual({ start: "2026-12-01", end: "2026-12-01" });
  expect(rangeOf("quarter", "2026-04-01")).toEqual({ start: "2026-04-01", end: "2026-04-01" });
  expect(rangeOf("quarter", "2026-12-31")).toEqual({ start: "2026-10-01", end: "2026-12-30" });
  expect(rangeOf("year", "2027-01-01")).toEqual({ start: "2027-01-01", end: "2027-01-01" });
});

test.each(presets)("the period before %s has as many days, on the same weekdays and without overlap", (preset) => {
  const range = rangeOf(preset, today);
  const before = previousOf(range);
  expect(daysOf(before.range)).toHaveLength(daysOf(range).length);
  expect(daysOf(before.range).map(weekday)).toEqual(daysOf(range).map(weekday));
  expect(daysOf(range).map(before.dayFor)).toEqual(daysOf(before.range));
  expect(before.range.end < range.start).toBe(true);
});

test("whole weeks follow the previous weeks without a gap, even over a change of clocks", () => {
  expect(previousOf(rangeOf("28d", today)).range.end).toBe("2026-10-23");
  const overTheChange = previousOf({ start: "2026-03-28", end: "2026-03-30" });
  expect(overTheChange.range).toEqual({ start: "2026-03-21", end: "2026-03-23" });
  expect(daysOf({ start: "2026-10-24", end: "2026-10-26" })).toEqual(["2026-10-24", "2026-10-25", "2026-10-26"]);
});

test("a period of incomplete weeks is compared with the same weekdays", () => {
  const before = previousOf({ start: "2026-11-01", end: "2026-11-20" });
  expect(before).toMatchObject({ weeks: 3, range: { start: "2026-10-11", end: "2026-10-30" } });
});

test("today is the day in the store's time zone, even on days of 23 or 25 hours", () => {
  const at = (zone: string, time: string) => rangeOf("7d", dayIn(zone, new Date(time))).end;
  // In 2026, Berlin's clocks go forward on 29 March and back on 25 October.
  expect(at("Europe/Berlin", "2026-03-29T21:59:00Z")).toBe("2026-03-28");
  expect(at("Europe/Berlin", "2026-03-29T22:01:00Z")).toBe("2026-03-29");
  expect(at("Europe/Berlin", "2026-10-25T22:59:00Z")).toBe("2026-10-24");
  expect(at("Europe/Berlin", "2026-10-25T23:01:00Z")).toBe("2026-10-25");
  expect(at("Pacific/Auckland", "2026-10-25T22:59:00Z")).toBe("2026-10-25");
});

test("the year before has the same dates, and a leap day has no counterpart", () => {
  const leap = yearBefore({ start: "2028-02-27", end: "2028-03-02" });
  expect(leap.range).toEqual({ start: "2027-02-27", end: "2027-03-02" });
  expect(daysOf({ start: "2028-02-28", end: "2028-03-01" }).map(leap.dayFor)).toEqual([
    "2027-02-28",
    null,
    "2027-03-01",
  ]);
  expect(yearBefore({ start: "2028-02-01", end: "2028-02-29" }).range.end).toBe("2027-02-28");
});

test("any other period is compared from its first day, and days beyond its end have no counterpart", () => {
  const range = { start: "2026-11-01", end: "2026-11-04" };
  const before = besides(range, { start: "2025-12-30", end: "2025-12-31" });
  expect(daysOf(range).map(before.dayFor)).toEqual(["2025-12-30", "2025-12-31", null, null]);
  const after = besides(range, { start: "2026-11-03", end: "2026-11-06" });
  expect(daysOf(range).map(after.dayFor)).toEqual(["2026-11-03", "2026-11-04", "2026-11-05", "2026-11-06"]);
});
