import { describe, expect, test } from "vitest";
import {
  alwaysValid,
  erfc,
  holm,
  liftInterval,
  newcombeInterval,
  sampleRatioMismatch,
  twoProportionTest,
  wilsonInterval,
} from "./index.ts";

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

test("erfc ends in 1 and 0", () => {
  expect(erfc(0)).toBe(1);
  expect(erfc(40)).toBe(0);
  expect(erfc(Number.NaN)).toBeNaN();
});

describe("two proportions", () => {
  test("give the pooled z and its p, checked with SciPy", () => {
    const { z, pValue } = twoProportionTest(100, 1000, 130, 1000);
    close(z, 2.102740605622114);
    close(pValue, 0.03548845046647471);
    close(twoProportionTest(500, 1000, 560, 1000).pValue, 0.007185458758132356);
  });

  test("keep a small p beyond what 1 - Φ could hold", () => {
    const { pValue } = twoProportionTest(100, 1000, 900, 1000);
    expect(pValue).toBeGreaterThan(0);
    expect(pValue).toBeLessThan(1e-200);
  });

  test.each([
    ["nobody converted", [0, 10, 0, 10]],
    ["everybody converted", [10, 10, 10, 10]],
    ["an arm is empty", [0, 0, 3, 10]],
    ["more converted than came", [11, 10, 3, 10]],
    ["a count is negative", [-1, 10, 3, 10]],
    ["a count is not a number", [Number.NaN, 10, 3, 10]],
  ] as const)("give nothing where %s", (_, [x0, n0, x1, n1]) => {
    expect(twoProportionTest(x0, n0, x1, n1)).toEqual({ z: null, pValue: null });
  });
});

describe("intervals", () => {
  test("Wilson: the published 81 of 263, and bounds that stay in range", () => {
    const { lower, upper } = wilsonInterval(81, 263);
    close(lower, 0.2552885198782742);
    close(upper, 0.36620957698280004);
    expect(wilsonInterval(0, 20).lower).toBe(0);
    expect(wilsonInterval(20, 20).upper).toBe(1);
    expect(wilsonInterval(0, 0)).toEqual({ lower: null, upper: null });
  });

  // Newcombe 1998, table II, method 10: 56/70 - 48/80, 9/10 - 3/10, 6/7 - 2/7, 5/56 - 0/29, 0/10 - 0/10.
  test.each([
    [[48, 80, 56, 70], 0.0524, 0.3339],
    [[3, 10, 9, 10], 0.1705, 0.809],
    [[2, 7, 6, 7], 0.0582, 0.8062],
    [[0, 29, 5, 56], -0.0381, 0.1926],
    [[0, 10, 0, 10], -0.2775, 0.2775],
  ] as const)("Newcombe: %j as published", ([x0, n0, x1, n1], lower, upper) => {
    const interval = newcombeInterval(x0, n0, x1, n1);
    expect(interval.lower).toBeCloseTo(lower, 4);
    expect(interval.upper).toBeCloseTo(upper, 4);
    expect(interval.difference).toBeCloseTo(x1 / n1 - x0 / n0, 12);
  });

  test("Katz: checked with SciPy's relative risk, and each field null by itself", () => {
    const { lift, lower, upper } = liftInterval(100, 1000, 130, 1000);
    close(lift, 0.3);
    close(lower, 0.0169842709710455);
    close(upper, 0.6617759470226026);
    expect(liftInterval(10, 100, 0, 100)).toEqual({ lift: -1, lower: null, upper: null });
    expect(liftInterval(0, 100, 5, 100)).toEqual({ lift: null, lower: null, upper: null });
    expect(liftInterval(10, 10, 10, 10)).toEqual({ lift: 0, lower: null, upper: null });
  });

  test("a higher level is wider, and one that is none gives no bounds", () => {
    const [a, b] = [wilsonInterval(30, 100, 0.9), wilsonInterval(30, 100, 0.99)];
    expect(b.lower).toBeLessThan(a.lower ?? 0);
    expect(b.upper).toBeGreaterThan(a.upper ?? 1);
    expect(wilsonInterval(30, 100, 1)).toEqual({ lower: null, upper: null });
  });
});

describe("sample ratio", () => {
  test.each<[number[], number[] | undefined, number, number]>([
    [[5000, 5200], undefined, 3.9215686274509802, 0.0476703806561615],
    [[10, 20, 30], undefined, 10, 0.006737946999085468],
    [[10, 20, 30, 44], [1, 2, 3, 4], 0.23076923076923064, 0.9724755896756901],
  ])("%j against %j, checked with SciPy", (visitors, weights, chi2, p) => {
    const found = sampleRatioMismatch(visitors, weights);
    close(found.chi2, chi2);
    close(found.pValue, p);
  });

  test.each<[number[], number[] | undefined]>([
    [[10], undefined],
    [[0, 0], undefined],
    [
      [5, 5],
      [1, 0],
    ],
    [[5, 5], [1]],
  ])("of %j against %j is nothing", (visitors, weights) => {
    expect(sampleRatioMismatch(visitors, weights)).toEqual({ chi2: null, pValue: null });
  });
});

test("Holm steps down, never falls, and leaves out what has no p", () => {
  const adjusted = holm([0.01, 0.04, 0.03, null, 0.005]);
  for (const [at, expected] of [0.03, 0.06, 0.06, null, 0.02].entries()) {
    if (expected === null) expect(adjusted[at]).toBeNull();
    else close(adjusted[at] as number, expected);
  }
  expect(holm([0.9, 0.8])).toEqual([1, 1]);
  expect(holm([null])).toEqual([null]);
});

describe("the always-valid test", () => {
  test("excludes zero exactly where its p falls below alpha", () => {
    for (let x1 = 100; x1 <= 260; x1++) {
      const { absolute } = alwaysValid(100, 1000, x1, 1000);
      expect((absolute.lower as number) > 0, String(x1)).toBe((absolute.pValue as number) < 0.05);
    }
  });

  // The formulas of the paper, evaluated with 30 digits.
  test("has the published width", () => {
    const { absolute, relative } = alwaysValid(100, 1000, 130, 1000);
    close(absolute.lower, -0.0145179621022678);
    close(absolute.upper, 0.0745179621022678);
    close(absolute.pValue, 0.378931507585797);
    close(relative.lower, -0.208706250183987);
    close(relative.upper, 0.808706250183987);
  });

  test("calls few false winners however often it is looked at", () => {
    let state = 20_260_101;
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    let wrong = 0;
    for (let run = 0; run < 300; run++) {
      let [x0, x1] = [0, 0];
      for (let n = 1; n <= 2000; n++) {
        if (random() < 0.1) x0++;
        if (random() < 0.1) x1++;
        if (n < 300 || n % 20 !== 0) continue;
        if ((alwaysValid(x0, n, x1, n).absolute.pValue ?? 1) >= 0.05) continue;
        wrong++;
        break;
      }
    }
    expect(wrong / 300).toBeLessThan(0.05);
  });

  test("gives nothing without spread, and no ratio without a base", () => {
    const none = { lower: null, upper: null };
    expect(alwaysValid(0, 10, 0, 10)).toEqual({ absolute: { ...none, pValue: null }, relative: none });
    const { absolute, relative } = alwaysValid(0, 10, 5, 10);
    expect(absolute.pValue).not.toBeNull();
    expect(relative).toEqual(none);
  });
});
