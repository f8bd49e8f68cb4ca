import { expect, test } from "vitest";
import { hiddenWhereNarrow, levelsOf, roundValues, scaleOf } from "./scale";

test("an axis begins at zero and ends at or above the highest value, in round steps", () => {
  expect(roundValues([3, 97])).toEqual([0, 25, 50, 75, 100]);
  expect(roundValues([12_340])).toEqual([0, 5_000, 10_000, 15_000]);
  expect(roundValues([0.11, 0.38])).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
  expect(roundValues([0.3])).toEqual([0, 0.1, 0.2, 0.3]);
  expect(roundValues([10 ** 12])).toEqual([0, 0.25, 0.5, 0.75, 1].map((part) => part * 10 ** 12));
});

test("an axis of whole numbers has no fractions", () => {
  expect(roundValues([0, 1, null])).toEqual([0, 1]);
  expect(roundValues([2, 3])).toEqual([0, 1, 2, 3]);
  expect(roundValues([7, 9])).toEqual([0, 5, 10]);
});

test("an axis with negative values contains them and zero", () => {
  expect(roundValues([-30, 55])).toEqual([-50, -25, 0, 25, 50, 75]);
  expect(roundValues([-8])).toEqual([-8, -6, -4, -2, 0]);
});

test("no values or only zeros give a single axis value", () => {
  for (const values of [[], [null, undefined], [0, 0]]) expect(roundValues(values)).toEqual([0]);
});

test("every value has a position, even if all values are equal", () => {
  const y = scaleOf([0, 50], [200, 100]);
  expect([0, 25, 50].map(y)).toEqual([200, 150, 100]);
  expect(scaleOf([0, 0], [200, 100])(0)).toBe(200);
});

test("labels at an axis leave room between them: the narrower it is, the fewer are shown", () => {
  const hidden = hiddenWhereNarrow(Array.from({ length: 8 }, () => ({ text: "12 Nov" })));
  const below = hidden.map((name) => Number(name?.match(/\d+/)?.[0] ?? 0));
  const shownAt = (width: number) => below.flatMap((least, at) => (width > least ? [at] : []));
  expect(shownAt(1_000)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(shownAt(400)).toEqual([0, 2, 4, 6]);
  expect(shownAt(250)).toEqual([0, 4]);
  expect(shownAt(100)).toEqual([0]);
  expect(hiddenWhereNarrow([])).toEqual([]);
});

test("levels are even, contain every count above zero, and are fewer for small counts", () => {
  expect(levelsOf([0, 7, 50], 5)).toEqual([1, 11, 21, 31, 41].map((from) => ({ from, to: from + 9 })));
  expect(levelsOf([0, 2, 3], 5)).toEqual([1, 2, 3].map((n) => ({ from: n, to: n })));
  expect(levelsOf([6], 5)).toEqual([1, 3, 5].map((from) => ({ from, to: from + 1 })));
  for (const none of [[], [0, 0]]) expect(levelsOf(none, 5)).toEqual([]);
});
