import { expect, test } from "vitest";
import { chanceToStay } from "./crossing.ts";

const everyLook = (looks: number, bound: number) => chanceToStay(Array.from({ length: looks }, () => bound));

// Armitage, McPherson and Rowe 1969, table 2: repeated tests at 5 %.
test.each([
  [1, 0.05],
  [2, 0.083],
  [3, 0.107],
  [4, 0.126],
  [5, 0.142],
  [10, 0.193],
  [20, 0.248],
  [50, 0.32],
])("a test at 5 %% that is repeated at %d looks errs as often as published", (looks, expected) => {
  expect(1 - everyLook(looks, 1.959963984540054)(0)).toBeCloseTo(expected, 3);
});

// Pocock 1977: the bounds that keep 5 %, and the power of 90 % if the fixed test's size grows by the published factor.
test.each([
  [2, 2.178, 1.1],
  [5, 2.413, 1.207],
  [10, 2.555, 1.274],
])("Pocock's bounds at %d looks keep 5 %% and have the published power", (looks, bound, factor) => {
  const stay = everyLook(looks, bound);
  expect(1 - stay(0)).toBeCloseTo(0.05, 3);
  expect(1 - stay((1.959964 + 1.281552) * Math.sqrt(factor))).toBeCloseTo(0.9, 2);
});

// Simpson's rule on 1,601 points of the whole range, with the drift in each step, by NumPy and SciPy.
test.each([
  [2, 0.083117803355],
  [5, 0.141689332591],
  [10, 0.193356593351],
  [28, 0.274681591168],
])("%d looks are exact to eight digits", (looks, expected) => {
  expect(1 - everyLook(looks, 1.959963984540054)(0)).toBeCloseTo(expected, 8);
});
