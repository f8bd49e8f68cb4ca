import { expect, test } from "vitest";
import { chiSquaredTail, criticalValue, erfc } from "./tails.ts";

const close = (actual: number | null, expected: number, relative = 1e-9) =>
  expect(Math.abs((actual ?? Number.NaN) / expected - 1), `${actual} for ${expected}`).toBeLessThan(relative);

// From mpmath with 30 digits.
test.each([
  [0.5, 0.4795001221869535],
  [1.5, 0.033894853524689274],
  [1.999, 0.00469844334862949],
  [2, 0.004677734981047266],
  [3, 2.209049699858544e-5],
  [5, 1.537459794428035e-12],
  [10, 2.088487583762545e-45],
  [20, 5.395865611607901e-176],
  [26, 5.663192408856143e-296],
])("erfc(%d) is exact to nine digits", (x, expected) => {
  close(erfc(x), expected);
  expect(erfc(-x)).toBe(2 - erfc(x));
});

test("erfc is 1 at zero and 0 far out", () => {
  expect(erfc(0)).toBe(1);
  expect(erfc(40)).toBe(0);
  expect(erfc(Number.NaN)).toBeNaN();
});

// Abramowitz and Stegun, tables 26.5 and 26.8.
test("the common quantiles are the published ones", () => {
  expect(criticalValue(0.9)).toBeCloseTo(1.64485, 5);
  expect(criticalValue(0.95)).toBeCloseTo(1.95996, 5);
  expect(criticalValue(0.99)).toBeCloseTo(2.57583, 5);
  expect(chiSquaredTail(3.84146, 1)).toBeCloseTo(0.05, 6);
  expect(chiSquaredTail(9.21034, 2)).toBeCloseTo(0.01, 6);
  expect(chiSquaredTail(0, 4)).toBe(1);
  expect(chiSquaredTail(1e9, 99)).toBe(0);
});
