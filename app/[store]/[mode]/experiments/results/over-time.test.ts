import { expect, test } from "vitest";
import type { Snapshot } from "@/lib/contract/desk/history";
import { alwaysValid } from "@/lib/stats/index";
import { liftOverTime, missingIn, paceOf, placesOf, reachOf, whileRunning } from "./over-time";

const hour = 3_600_000;
const start = Date.parse("2026-11-01T00:00:00Z");
const reading = (hours: number, x0: number, x1: number, n = 1000): Snapshot => ({
  taken_at: new Date(start + hours * hour).toISOString(),
  status: null,
  variants: [
    { name: "control", visitors: n, conversions: x0 },
    { name: "variant_a", visitors: n, conversions: x1 },
  ],
});

test("readings form one line, with a gap where no reading was taken for too long", () => {
  const readings = [reading(0, 100, 110), reading(6, 100, 120), reading(60, 100, 130), reading(66, 100, 130)];
  const pieces = liftOverTime(readings, "variant_a", 6);
  expect(pieces.map((piece) => piece.map(({ lift }) => Number(lift.toFixed(3))))).toEqual([
    [0.1, 0.2],
    [0.3, 0.3],
  ]);
  expect(pieces[0]?.[0]?.lower).toBeLessThan(0.1);
});

test("the band is the deciding interval and begins once every variant has 50 conversions", () => {
  const [[few, enough] = []] = liftOverTime([reading(0, 49, 60), reading(6, 183, 240, 2047)], "variant_a", 6);
  expect([few?.lower, few?.upper]).toEqual([null, null]);
  expect(enough?.lower).toBeCloseTo(alwaysValid(183, 2047, 240, 2047).relative.lower as number, 12);
});

test("missing intervals of the first readings and missing readings are explained, and nothing else", () => {
  const missing = (...readings: Snapshot[]) => missingIn(liftOverTime(readings, "variant_a", 6));
  const none = { intervals: false, readings: false };
  expect(missing(reading(0, 100, 110), reading(6, 110, 120))).toEqual(none);
  expect(missing(reading(0, 20, 30), reading(6, 110, 120))).toEqual({ ...none, intervals: true });
  expect(missing(reading(0, 100, 110), reading(60, 110, 120))).toEqual({ ...none, readings: true });
});

test("readings without a lift, without the variant or without counts are left out", () => {
  const bare = { ...reading(6, 0, 0), variants: [{ name: "control" }, { name: "variant_a", visitors: 3 }] };
  expect(liftOverTime([reading(0, 0, 5), bare], "variant_a", 6)).toEqual([]);
  expect(liftOverTime([reading(0, 100, 110)], "variant_b", 6)).toEqual([]);
  expect(liftOverTime([reading(0, 100, 110)], "control", 6)).toEqual([]);
});

test("the lift leaves the region of no difference exactly where the difference of the rates excludes zero", () => {
  for (let x1 = 60; x1 < 180; x1++) {
    const [[point] = []] = liftOverTime([reading(0, 100, x1)], "variant_a", 6);
    const { lower, upper } = alwaysValid(100, 1000, x1, 1000).absolute;
    expect(Math.abs(point?.lift ?? 0) > (point?.same ?? 0), `${x1} of 1,000`).toBe(
      (lower ?? 0) > 0 || (upper ?? 0) < 0,
    );
  }
});

test("a gap between readings has an empty place, and the first readings do not stretch the axis", () => {
  const readings = [reading(0, 3, 6, 40), reading(6, 100, 120), reading(60, 100, 130), reading(66, 100, 130)];
  const pieces = liftOverTime(readings, "variant_a", 6);
  const places = placesOf(pieces);
  expect(places.map(({ at }) => (at - start) / hour)).toEqual([0, 6, 33, 60, 66]);
  expect(places[2]).toMatchObject({ lift: null, lower: null, upper: null, same: null });
  const [low, high] = reachOf(pieces.flat());
  expect(low).toBeLessThan(0);
  expect(high).toBeGreaterThan(0.3);
  expect(high).toBeLessThan(0.8);
});

test("the pace covers the last two weeks and needs readings at least a day apart", () => {
  expect(paceOf([reading(0, 1, 1, 1000), reading(48, 1, 1, 1400)])).toBe(200);
  expect(paceOf([reading(0, 1, 1, 0), reading(24 * 20, 1, 1, 4000), reading(24 * 22, 1, 1, 5000)])).toBe(500);
  expect(paceOf([reading(0, 1, 1, 1000), reading(23, 1, 1, 1400)])).toBeNull();
  expect(paceOf([reading(0, 1, 1, 1000), reading(48, 1, 1, 1000)])).toBeNull();
  expect(paceOf([])).toBeNull();
});

test("an ended experiment is drawn from its running time, or from all readings if those are too few", () => {
  const [first, second, late] = [reading(0, 100, 110), reading(6, 100, 120), reading(900, 100, 120)];
  expect(whileRunning([first, second, late], new Date(start + 7 * hour).toISOString())).toEqual([first, second]);
  expect(whileRunning([first, second, late], new Date(start + hour).toISOString())).toEqual([first, second, late]);
  expect(whileRunning([first, second, late], undefined)).toEqual([first, second, late]);
});
