import { expect, test } from "vitest";
import { daysOf, daysShown, rangeBefore, rangeNames, rangeOf } from "./ranges";

const today = "2026-11-21";
const weekday = (day: string) => new Date(day).getUTCDay();

test("a range ends with the last day that is over, today apart", () => {
  expect(rangeOf("today", today)).toEqual({ start: today, end: today });
  expect(rangeOf("7d", today)).toEqual({ start: "2026-11-14", end: "2026-11-20" });
  expect(rangeOf("28d", today)).toEqual({ start: "2026-10-24", end: "2026-11-20" });
});

test.each(rangeNames)(
  "what %s is compared with has as many days on the same weekdays, none of them its own",
  (name) => {
    const range = rangeOf(name, today);
    const before = rangeBefore(range);
    expect(daysOf(before)).toHaveLength(daysOf(range).length);
    expect(daysOf(before).map(weekday)).toEqual(daysOf(range).map(weekday));
    expect(before.end < range.start).toBe(true);
  },
);

test("whole weeks follow each other without a gap, also over a change of clocks", () => {
  expect(rangeBefore(rangeOf("28d", today)).end).toBe("2026-10-23");
  expect(rangeBefore({ start: "2026-03-28", end: "2026-03-30" })).toEqual({ start: "2026-03-21", end: "2026-03-23" });
});

test("a range that is no whole weeks goes back to the same weekdays", () => {
  expect(rangeBefore({ start: "2026-11-01", end: "2026-11-20" })).toEqual({ start: "2026-10-11", end: "2026-10-30" });
});

test("today is drawn with the fortnight before it", () => {
  expect(daysOf(daysShown("today", today))).toHaveLength(14);
  expect(daysOf(daysShown("7d", today)).at(-1)).toBe("2026-11-20");
});
