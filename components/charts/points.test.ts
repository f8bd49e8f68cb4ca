import { expect, test } from "vitest";
import { fittingTicks, isAlone, levelsOf, pointAfter, rowsOf, thin, widthOf } from "./points";

test("a line of a leap year keeps all of its points", () => {
  const values = Array.from({ length: 366 }, (_, at) => at);
  expect(thin({ count: 366, lines: [values] })).toEqual(values);
});

test("a thinned line keeps its ends, every peak and low of each series, and the days with annotations", () => {
  const flat = Array.from({ length: 5_000 }, (_, at) => at % 7);
  const lines = [flat.with(2_345, 900), flat.with(4_001, -900)];
  const kept = thin({ count: 5_000, lines, marks: [{ at: 3_333 }] });
  expect(kept.length).toBeLessThanOrEqual(366);
  expect(kept.length).toBeGreaterThan(100);
  for (const at of [0, 2_345, 3_333, 4_001, 4_999]) expect(kept).toContain(at);
  expect(kept).toEqual(kept.toSorted((a, b) => a - b));
});

test("stretches without values leave no points and cause no error", () => {
  const lines = [Array.from({ length: 3_000 }, (_, at) => (at < 10 ? at : null))];
  expect(thin({ count: 3_000, lines }, 50).length).toBeLessThanOrEqual(50);
});

test("thinning keeps a gap", () => {
  const values = Array.from({ length: 4_000 }, (_, at) => (at >= 1_000 && at < 1_100 ? null : at));
  const kept = thin({ count: 4_000, lines: [values] });
  expect(kept.some((at) => values[at] === null)).toBe(true);
});

test("labels of days are as far apart as they are wide and a gap, and the last one does not leave the chart", () => {
  const days = Array.from({ length: 28 }, (_, at) => `day ${at}`);
  const every4th = ["day 0", "day 4", "day 8", "day 12", "day 16", "day 20", "day 24"];
  expect(fittingTicks(days, { width: 540, label: 60, end: 10 })).toEqual(every4th);
  expect(fittingTicks(days.slice(0, 25), { width: 480, label: 60, end: 40 })).toEqual(every4th);
  expect(fittingTicks(days.slice(0, 25), { width: 480, label: 60, end: 10 })).toEqual(every4th.slice(0, -1));
  expect(fittingTicks(["only"], { width: 540, label: 60, end: 10 })).toEqual(["only"]);
  expect(fittingTicks(days, { width: -20, label: 60, end: 10 })).toEqual([]);
});

test("labels of points at unequal distances do not touch either", () => {
  expect(fittingTicks([0, 1, 2, 50, 90, 100], { width: 500, label: 60, end: 40 })).toEqual([0, 50, 90]);
});

test("a Japanese label is taken to be wider than a Latin one", () => {
  expect([widthOf("$40K"), widthOf("4万")]).toEqual([28, 19]);
});

test("keys move by one point, by a tenth, and to the ends of what is in view", () => {
  const to = (key: string, view = { first: 0, last: 99 }) => pointAfter(key, 50, view);
  const keys = ["ArrowRight", "ArrowLeft", "PageUp", "PageDown", "Home", "End"];
  expect(keys.map((key) => to(key))).toEqual([51, 49, 60, 40, 0, 99]);
  expect(keys.map((key) => to(key, { first: 48, last: 51 }))).toEqual([51, 49, 51, 49, 48, 51]);
  expect(pointAfter("ArrowLeft", 0, { first: 0, last: 99 })).toBe(0);
  expect(to("Tab")).toBeUndefined();
});

test("in a chart with rows, up and down change the row, and Home and End stay in it", () => {
  const to = (key: string, at = 30) => pointAfter(key, at, { first: 0, last: 167, row: 24 });
  expect(["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Home", "End"].map((key) => to(key))).toEqual([
    31, 29, 6, 54, 24, 47,
  ]);
  expect([to("ArrowUp", 3), to("ArrowDown", 150), to("PageUp")]).toEqual([3, 150, undefined]);
});

const drawn = { areas: [], stacked: false };
const every = { kept: [0, 1, 2], keyOf: (at: number) => `day ${at}` };

test("parts of a whole all have a gap where one is unknown", () => {
  const series = [
    { id: "a", label: "A", values: [1, 2, null] },
    { id: "b", label: "B", values: [10, null, 30] },
  ];
  const values = (stacked: boolean) =>
    rowsOf({ ...drawn, series, stacked }, every).map(({ line0, line1 }) => [line0, line1]);
  expect(values(true)).toEqual([
    [1, 10],
    [null, null],
    [null, null],
  ]);
  expect(values(false)[1]).toEqual([2, null]);
});

test("a value that belongs to several days is a step and no point of the line", () => {
  const series = [{ id: "a", label: "A", values: [4, 4, 9], steps: [true, true, false] }];
  expect(rowsOf({ ...drawn, series }, every)).toEqual([
    { at: 0, key: "day 0", step0: 4 },
    { at: 1, key: "day 1", step0: 4 },
    { at: 2, key: "day 2", line0: 9 },
  ]);
});

test("an area has a gap where one of its edges is unknown", () => {
  const areas = [{ id: "a", label: "A", color: "red", from: [0, null, 2], to: [1, 5, null] }];
  const rows = rowsOf({ series: [], stacked: false, areas }, every);
  expect(rows.map(({ area0 }) => area0)).toEqual([[0, 1], null, null]);
});

test("a point between two gaps is alone", () => {
  const series = [{ id: "a", label: "A", values: [1, null, 3] }];
  const rows = rowsOf({ ...drawn, series }, every);
  expect([0, 1, 2].map((at) => isAlone(rows, at, "line0"))).toEqual([true, false, true]);
});

test("levels are even, contain every count above zero, and are fewer for small counts", () => {
  expect(levelsOf([0, 7, 50], 5)).toEqual([1, 11, 21, 31, 41].map((from) => ({ from, to: from + 9 })));
  expect(levelsOf([0, 2, 3], 5)).toEqual([1, 2, 3].map((n) => ({ from: n, to: n })));
  expect(levelsOf([6], 5)).toEqual([1, 3, 5].map((from) => ({ from, to: from + 1 })));
  for (const none of [[], [0, 0]]) expect(levelsOf(none, 5)).toEqual([]);
});
