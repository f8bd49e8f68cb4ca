import { expect, test } from "vitest";
import { sparkPath } from "./sparkline";

test("a line goes through what is known, from the left edge to the right one", () => {
  expect(sparkPath([0, 5, 10]).line).toBe("M0 26L60 14L120 2");
});

test("a gap parts the line, and what stands alone is a dot", () => {
  const { line, dots } = sparkPath([1, 1, null, 2, null]);
  expect(line.match(/M/g)).toHaveLength(1);
  expect(dots).toEqual([{ x: 90, y: 2 }]);
});

test("nothing known draws nothing, and values that are all the same a level line", () => {
  expect(sparkPath([null, null])).toEqual({ line: "", area: "", dots: [] });
  expect(sparkPath([0, 0]).line).toBe("M0 26L120 26");
  expect(sparkPath([7]).dots).toEqual([{ x: 0, y: 2 }]);
});

test("what is below zero stands below what is not", () => {
  expect(sparkPath([-5, 0, 5]).line).toBe("M0 26L60 14L120 2");
});
