import { expect, test } from "vitest";
import { placesOf, pointAfter, pointAt, stack, thin } from "./points";

test("a short line keeps all of its points", () => {
  const series = [{ id: "a", label: "A", values: [1, null, 3] }];
  expect(thin({ count: 3, series })).toEqual([0, 1, 2]);
});

test("a thinned line keeps its ends, and every peak and low of each series", () => {
  const flat = Array.from({ length: 5_000 }, (_, at) => at % 7);
  const one = flat.with(2_345, 900);
  const other = flat.with(4_001, -900);
  const series = [
    { id: "a", label: "A", values: one },
    { id: "b", label: "B", values: other },
  ];
  const kept = thin({ count: 5_000, series });
  expect(kept.length).toBeLessThanOrEqual(500);
  expect(kept.length).toBeGreaterThan(150);
  for (const at of [0, 2_345, 4_001, 4_999]) expect(kept).toContain(at);
  expect(kept).toEqual(kept.toSorted((a, b) => a - b));
});

test("stretches without values leave no points and cause no error", () => {
  const series = [{ id: "a", label: "A", values: Array.from({ length: 3_000 }, (_, at) => (at < 10 ? at : null)) }];
  expect(thin({ count: 3_000, series }, 50).length).toBeLessThanOrEqual(50);
});

test("thinning keeps a gap", () => {
  const values = Array.from({ length: 4_000 }, (_, at) => (at >= 1_000 && at < 1_100 ? null : at));
  const kept = thin({ count: 4_000, series: [{ values }] });
  expect(kept.some((at) => values[at] === null)).toBe(true);
});

test("the point under a pointer is the nearest one, even outside the drawing", () => {
  expect([-0.2, 0, 0.24, 0.26, 1, 3].map((part) => pointAt(part, 3))).toEqual([0, 0, 0, 1, 2, 2]);
});

test("keys move by one point, by a tenth, and to the ends", () => {
  const to = (key: string) => pointAfter(key, 50, 100);
  expect(["ArrowRight", "ArrowLeft", "PageUp", "PageDown", "Home", "End"].map(to)).toEqual([51, 49, 60, 40, 0, 99]);
  expect(pointAfter("ArrowLeft", 0, 100)).toBe(0);
  expect(to("Tab")).toBeUndefined();
});

test("labels at the axis are evenly spaced and never too close", () => {
  expect(placesOf(3)).toEqual([0, 1, 2]);
  expect(placesOf(28)).toEqual([0, 4, 8, 12, 16, 20, 24]);
  expect(placesOf(2_000)).toHaveLength(8);
  expect(placesOf(0)).toEqual([]);
});

test("unevenly spaced points are found and labelled by their position", () => {
  const places = [0, 10, 20, 90, 100];
  expect([-1, 0.04, 0.06, 0.5, 0.6, 1, 2].map((part) => pointAt(part, 5, places))).toEqual([0, 0, 1, 2, 3, 4, 4]);
  expect(placesOf(5, places, 3)).toEqual([0, 2, 4]);
  expect(placesOf(1, [7])).toEqual([0]);
});

test("in a chart with rows, up and down change the row, and Home and End stay in it", () => {
  const to = (key: string, at = 30) => pointAfter(key, at, 168, 24);
  expect(["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Home", "End"].map((key) => to(key))).toEqual([
    31, 29, 6, 54, 24, 47,
  ]);
  expect([to("ArrowUp", 3), to("ArrowDown", 150), to("PageUp")]).toEqual([3, 150, undefined]);
});

test("parts of a whole are stacked, and all have a gap where one is unknown", () => {
  const series = [
    { id: "a", label: "A", values: [1, 2, null] },
    { id: "b", label: "B", values: [10, null, 30] },
    { id: "c", label: "C", values: [100, 200, 300] },
  ];
  const { lines, shaded } = stack(series);
  expect(lines.map(({ values }) => values)).toEqual([
    [1, null, null],
    [11, null, null],
    [111, null, null],
  ]);
  expect(shaded.map(({ id, from, to }) => [id, from[0], to[0]])).toEqual([
    ["a", 0, 1],
    ["b", 1, 11],
    ["c", 11, 111],
  ]);
  expect(new Set(shaded.map(({ color }) => color)).size).toBe(3);
  expect(stack([])).toEqual({ lines: [], shaded: [] });
});
