import { expect, test } from "vitest";
import { sparkPath } from "./sparkline";

test("a line connects the known values from the left to the right edge", () => {
  expect(sparkPath([0, 5, 10]).line).toBe("M0 26L60 14L120 2");
});

test("a gap divides the line, and a single value is a dot", () => {
  const { line, dots } = sparkPath([1, 1, null, 2, null]);
  expect(line.match(/M/g)).toHaveLength(1);
  expect(dots).toEqual([{ x: 90, y: 2 }]);
});

test("no values draw nothing, and equal values draw a level line", () => {
  expect(sparkPath([null, null])).toEqual({ line: "", area: "", dots: [] });
  expect(sparkPath([0, 0]).line).toBe("M0 26L120 26");
  expect(sparkPath([7]).dots).toEqual([{ x: 0, y: 2 }]);
});

test("negative values are drawn below zero", () => {
  expect(sparkPath([-5, 0, 5]).line).toBe("M0 26L60 14L120 2");
});
