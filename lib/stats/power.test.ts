import { expect, test } from "vitest";
import { achievedPower, minimumDetectableEffect, sampleSizePerArm } from "./index.ts";

// The examples of R's power.prop.test, whose documentation gives 0.740, 76.7 and 0.8026.
test("power, sample size and effect are those of R's documentation", () => {
  expect(achievedPower(0.5, 0.5, 50)).toBeCloseTo(0.74, 3);
  expect(sampleSizePerArm(0.5, 0.5, 0.05, 0.9)).toBe(77);
  expect(0.5 * (1 + (minimumDetectableEffect(0.5, 50, 0.05, 0.9) as number))).toBeCloseTo(0.8026, 4);
});

// The normal distribution of the statistic, with both tails, evaluated with 40 digits by mpmath.
test.each([
  [0.032, 0.15, 10_000, 0.05, 0.4611600891252],
  [0.1, 0.001, 100, 0.05, 0.050000632927183],
  [0.1, -0.2, 3000, 0.05, 0.77251563321576],
  [0.5, 0.5, 50, 0.05, 0.74016719345361],
  [0.02, 0.02, 500, 0.2, 0.20045399068696],
  [0.1, 0.1, 14_751, 0.01, 0.58928027813211],
])("the power at base %d, effect %d, %d an arm and alpha %d counts both tails", (base, effect, arm, alpha, power) => {
  expect(achievedPower(base, effect, arm, alpha)).toBeCloseTo(power, 11);
});

test.each([0.2, 0.05, 0.001])("without an effect the power is alpha, %d", (alpha) => {
  for (const base of [0.001, 0.1, 0.9]) expect(achievedPower(base, 0, 5000, alpha)).toBeCloseTo(alpha, 12);
});

test.each([
  [0.032, 10_000, 0.8, 0.22963134177434],
  [0.1, 1000, 0.8, 0.40745102629917],
  [0.1, 1000, 0.1, 0.089256489311674],
  [0.5, 50, 0.9, 0.60526113597685],
])("the effect that base %d and %d an arm show with power %d has that power", (base, arm, power, effect) => {
  const found = minimumDetectableEffect(base, arm, 0.05, power) as number;
  expect(found).toBeCloseTo(effect, 10);
  expect(achievedPower(base, found, arm)).toBeCloseTo(power, 10);
});

test("sample size, power and effect agree with each other for up to a hundred million visitors", () => {
  for (const base of [1e-4, 0.02, 0.1, 0.5, 0.9]) {
    for (const effect of [0.001, 0.01, 0.1, -0.2]) {
      const needed = sampleSizePerArm(base, effect) as number;
      expect(achievedPower(base, effect, needed)).toBeGreaterThanOrEqual(0.8);
      // The published sample size leaves out the tail on the wrong side, which is under a millionth at this power.
      expect(achievedPower(base, effect, needed - 1)).toBeLessThan(0.8 + 1e-6);
      if (effect > 0) expect(minimumDetectableEffect(base, needed) as number).toBeCloseTo(effect, 3);
    }
  }
  expect(minimumDetectableEffect(0.1, 1e8)).toBeCloseTo(0.00118892445333, 11);
});

test("more visitors, a larger effect and a looser level give more power", () => {
  const power = (effect: number, visitors: number, alpha = 0.05) =>
    achievedPower(0.1, effect, visitors, alpha) as number;
  expect(power(0.1, 20_000)).toBeGreaterThan(power(0.1, 10_000));
  expect(power(0.2, 10_000)).toBeGreaterThan(power(0.1, 10_000));
  expect(power(0.1, 10_000, 0.1)).toBeGreaterThan(power(0.1, 10_000, 0.05));
});

test.each([
  ["nobody converts", 0, 0.1],
  ["everybody converts", 1, 0.1],
  ["everybody would", 0.6, 0.7],
  ["nobody would", 0.1, -1],
])("planning gives null where %s", (_, base, effect) => {
  expect(sampleSizePerArm(base, effect)).toBeNull();
  expect(achievedPower(base, effect, 1000)).toBeNull();
});

test("an effect that cannot be shown, and impossible inputs, give null", () => {
  expect(minimumDetectableEffect(0.5, 3)).toBeNull();
  expect(minimumDetectableEffect(0.1, 0)).toBeNull();
  expect(minimumDetectableEffect(0.1, 1000, 0.05, 0.05)).toBeNull();
  expect(sampleSizePerArm(0.1, 0)).toBeNull();
  expect(achievedPower(0.1, 0.1, 0)).toBeNull();
  expect(sampleSizePerArm(0.1, 0.1, 0)).toBeNull();
  expect(sampleSizePerArm(0.1, 0.1, 0.05, 1)).toBeNull();
});
