import { expect, test } from "vitest";
import { achievedPower, minimumDetectableEffect, sampleSizePerArm } from "./index.ts";

// The examples of R's power.prop.test, whose documentation gives 0.740, 76.7 and 0.8026.
test("power, sample size and effect are those of R's documentation", () => {
  expect(achievedPower(0.5, 0.5, 50)).toBeCloseTo(0.74, 3);
  expect(sampleSizePerArm(0.5, 0.5, 0.05, 0.9)).toBe(77);
  expect(0.5 * (1 + (minimumDetectableEffect(0.5, 50, 0.05, 0.9) as number))).toBeCloseTo(0.8026, 4);
});

test("each is the other two turned round, from few to a hundred million visitors", () => {
  for (const base of [1e-4, 0.02, 0.1, 0.5, 0.9]) {
    for (const effect of [0.001, 0.01, 0.1, -0.2]) {
      const needed = sampleSizePerArm(base, effect) as number;
      expect(achievedPower(base, effect, needed)).toBeGreaterThanOrEqual(0.8);
      expect(achievedPower(base, effect, needed - 1)).toBeLessThan(0.8);
      if (effect > 0) expect(minimumDetectableEffect(base, needed) as number).toBeCloseTo(effect, 3);
    }
  }
  expect(minimumDetectableEffect(0.1, 1e8)).toBeCloseTo(0.0011889259, 9);
});

test("more visitors, a larger effect and a looser level find more", () => {
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
  ["nothing would change", 0.1, 0],
  ["nobody would", 0.1, -1],
])("there is nothing to plan where %s", (_, base, effect) => {
  expect(sampleSizePerArm(base, effect)).toBeNull();
  expect(achievedPower(base, effect, 1000)).toBeNull();
});

test("what no number of visitors shows is nothing", () => {
  expect(minimumDetectableEffect(0.5, 3)).toBeNull();
  expect(minimumDetectableEffect(0.1, 0)).toBeNull();
  expect(achievedPower(0.1, 0.1, 0)).toBeNull();
  expect(sampleSizePerArm(0.1, 0.1, 0)).toBeNull();
  expect(sampleSizePerArm(0.1, 0.1, 0.05, 1)).toBeNull();
});
