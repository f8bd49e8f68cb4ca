import { describe, expect, test } from "vitest";
import { mostLooks, sampleSizePerArm, sequentialPower, sequentialSampleSize } from "./index.ts";

const plan = { base: 0.1, effect: 0.1, looks: 28 };

// Simpson's rule on 1,601 points of the whole range, with the drift in each step, by NumPy and SciPy.
test.each([
  [{ ...plan, perArm: 27_000 }, 0.829027460094],
  [{ base: 0.032, effect: -0.15, looks: 14, perArm: 30_000 }, 0.726279491908],
  [{ ...plan, perArm: 27_000, tuning: 5000 }, 0.780224046508],
  [{ ...plan, perArm: 27_000, alpha: 0.1, arms: 3 }, 0.825447157077],
  [{ ...plan, effect: 0, looks: 7, perArm: 27_000 }, 0.007653324348],
  [{ base: 1.2, deviation: 9, effect: 0.2, looks: 28, perArm: 20_000 }, 0.357170655996],
  [{ ...plan, looks: 1, perArm: 20_000 }, 0.589904444282],
])("the power of %j is that of the recursion with drift", (one, expected) => {
  expect(sequentialPower(one)).toBeCloseTo(expected, 8);
});

describe("a plan", () => {
  const plans = [0.001, 0.1, 0.8].flatMap((base) =>
    [-0.2, 0.02, 0.15].flatMap((effect) =>
      [1, 14, 28].flatMap((looks) => [
        { base, effect, looks, power: 0.8 },
        { base: base * 40, deviation: base * 300, effect, looks, arms: 3, alpha: 0.1, power: 0.9 },
      ]),
    ),
  );

  test.each(plans)("a plan has the smallest size with its power: %j", ({ power, ...one }) => {
    const perArm = sequentialSampleSize({ ...one, power }) as number;
    expect(sequentialPower({ ...one, perArm }) as number).toBeGreaterThanOrEqual(power - 1e-12);
    expect(sequentialPower({ ...one, perArm: perArm - 1 }) as number).toBeLessThan(power);
  });

  test("a plan needs between one and a half and twice the visitors of a test that is evaluated once", () => {
    for (const looks of [1, 7, 14, 28, 56]) {
      const factor = (sequentialSampleSize({ ...plan, looks }) as number) / (sampleSizePerArm(0.1, 0.1) as number);
      expect(factor).toBeGreaterThan(1.5);
      expect(factor).toBeLessThan(2);
    }
  });

  test("a plan has more power with more looks, visitors or effect, and less with more arms", () => {
    const power = (change: object) => sequentialPower({ ...plan, perArm: 20_000, ...change }) as number;
    const before = power({});
    for (const change of [{ looks: 40 }, { perArm: 22_000 }, { effect: 0.11 }, { effect: -0.12 }, { alpha: 0.1 }]) {
      expect(power(change), JSON.stringify(change)).toBeGreaterThan(before);
    }
    for (const change of [{ arms: 3 }, { base: 0.09 }, { looks: 7 }, { tuning: 2000 }]) {
      expect(power(change), JSON.stringify(change)).toBeLessThan(before);
    }
  });

  test("a plan without an effect calls fewer than alpha, however often one looks", () => {
    for (const alpha of [0.01, 0.05, 0.2]) {
      const called = sequentialPower({ ...plan, effect: 0, alpha, looks: mostLooks, perArm: 1e5 }) as number;
      expect(called).toBeGreaterThan(0);
      expect(called).toBeLessThan(alpha);
    }
  });
});

test.each([
  { base: 0 },
  { base: 1 },
  { effect: -1 },
  { base: 0.6, effect: 0.7 },
  { alpha: 0 },
  { looks: 0 },
  { looks: 2.5 },
  { looks: mostLooks + 1 },
  { arms: 1 },
  { deviation: 0 },
  { deviation: Number.NaN },
])("a plan with %j has no power and no size", (change) => {
  expect(sequentialPower({ ...plan, perArm: 1000, ...change })).toBeNull();
  expect(sequentialSampleSize({ ...plan, ...change })).toBeNull();
});

test("an effect of nothing has no size, and a test without a tuning no power", () => {
  expect(sequentialSampleSize({ ...plan, effect: 0 })).toBeNull();
  expect(sequentialPower({ ...plan, perArm: 500, tuning: 0 })).toBeNull();
});
