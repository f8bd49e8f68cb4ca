import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chanceToBeatControl, chanceToBeBest, expectedLoss } from "./index.ts";

const beats = (...counts: [number, number, number, number]) => chanceToBeatControl(...counts) as number;
const loss = (...counts: [number, number, number, number]) => expectedLoss(...counts) as number;
const best = (arms: readonly (readonly [conversions: number, visitors: number])[]) =>
  chanceToBeBest(arms.map(([conversions, visitors]) => ({ conversions, visitors }))) as number[];

const arm = (most: number) =>
  fc.nat(most).chain((visitors) => fc.tuple(fc.nat(visitors), fc.constant(visitors)) as fc.Arbitrary<[number, number]>);

const factorials = [1n];
const factorial = (n: number): bigint => {
  for (let k = factorials.length; k <= n; k++) factorials.push((factorials[k - 1] as bigint) * BigInt(k));
  return factorials[n] as bigint;
};
const choose = (n: number, k: number) => factorial(n) / factorial(k) / factorial(n - k);
const quotient = (over: bigint, under: bigint) => Number((over * 10n ** 20n) / under) / 1e20;

// Exact, in whole numbers: each rate is an order statistic of n + 1 points, and this counts the orders of all points in
// which the control's rate comes first. Same as the finite sum in Cook, Exact Calculation of Beta Inequalities (2005).
function exactly(x0: number, n0: number, x1: number, n1: number): number {
  const all = n0 + n1 + 2;
  let ways = 0n;
  for (let k = 0; k <= x1; k++) ways += choose(x0 + k, k) * choose(all - x0 - 1 - k, n1 + 1 - k);
  return quotient(ways, choose(all, n1 + 1));
}

describe("the chance to beat the control", () => {
  test("the chance to beat the control is the exact sum for any small counts", () => {
    fc.assert(
      fc.property(arm(60), arm(60), ([x0, n0], [x1, n1]) => {
        expect(Math.abs(beats(x0, n0, x1, n1) - exactly(x0, n0, x1, n1))).toBeLessThan(1e-9);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  // Cook's finite sum, and for the largest SciPy's quadrature, each checked to more digits than are written.
  test.each<[number, number, number, number, number, number]>([
    [0, 0, 5, 10, 0.5, 0.1346153846153846],
    [0, 100, 0, 100, 0.5, 0.004877813194243214],
    [0, 10, 10, 10, 0.999998582428923, 6.163352508755658e-8],
    [10, 100, 13, 100, 0.7425448465797748, 0.007079880153782789],
    [100, 1000, 130, 1000, 0.9821650661163506, 9.237449150470706e-5],
    [1, 3, 900, 1000, 0.996120014821431, 0.0001020087421620822],
    [0, 1000, 3, 1000, 0.9376873594218399, 6.2064073807324e-5],
    [50, 50, 49, 50, 0.24752475247524752, 0.02389843166542196],
    [3, 1000000, 9, 1000000, 0.9538579455562478, 7.226425855315342e-8],
    [1000, 10000, 1050, 10000, 0.8780766728843553, 0.00025827372115483973],
    [500, 100000, 12, 20, 1.0, 1.0526268713407927e-28],
    [200, 200, 0, 0, 0.0049504950495049506, 0.49507389162561577],
    [10000000, 100000000, 10003000, 100000000, 0.7602352886506781, 5.990115894480139e-6],
    [1, 100000000, 3, 100000000, 0.8125000031402643, 2.49999985631028e-9],
  ])(
    "the chance to beat the control of %d/%d against %d/%d, and what choosing the variant risks",
    (x0, n0, x1, n1, chance, risk) => {
      expect(Math.abs(beats(x0, n0, x1, n1) - chance)).toBeLessThan(1e-7);
      expect(Math.abs(loss(x0, n0, x1, n1) - risk)).toBeLessThan(1e-8 * risk + 1e-12);
    },
  );

  test("the chance to beat the control is mirrored if the arms are exchanged, and grows with the conversions", () => {
    fc.assert(
      fc.property(arm(1e8), arm(1e8), ([x0, n0], [x1, n1]) => {
        expect(Math.abs(beats(x0, n0, x1, n1) + beats(x1, n1, x0, n0) - 1)).toBeLessThan(1e-6);
        if (x1 < n1) expect(beats(x0, n0, x1 + 1, n1)).toBeGreaterThanOrEqual(beats(x0, n0, x1, n1) - 1e-7);
        expect(
          Math.abs(loss(x0, n0, x1, n1) - loss(x1, n1, x0, n0) - ((x0 + 1) / (n0 + 2) - (x1 + 1) / (n1 + 2))),
        ).toBeLessThan(1e-6);
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  test("the chance to beat the control is null for impossible counts", () => {
    expect(chanceToBeatControl(11, 10, 3, 10)).toBeNull();
    expect(expectedLoss(Number.NaN, 10, 3, 10)).toBeNull();
    expect(chanceToBeBest([{ visitors: -1, conversions: 0 }])).toEqual([null]);
  });
});

describe("the chance to be the best", () => {
  test("the chance to be the best is certain for one arm, empty for none, and equal for equal arms", () => {
    expect(best([[3, 10]])[0]).toBeCloseTo(1, 9);
    expect(best([])).toEqual([]);
    for (const chance of best(Array.from({ length: 7 }, () => [30, 100] as const)))
      expect(chance).toBeCloseTo(1 / 7, 9);
  });

  test("the chance to be the best is the chance to beat the control for two arms, and adds up to one for many", () => {
    fc.assert(
      fc.property(fc.array(arm(1e8), { minLength: 2, maxLength: 100 }), (arms) => {
        const chances = best(arms);
        expect(Math.abs(chances.reduce((a, b) => a + b) - 1)).toBeLessThan(1e-6);
        const [[x0, n0], [x1, n1]] = arms as [[number, number], [number, number]];
        expect(
          best([
            [x0, n0],
            [x1, n1],
          ])[1],
        ).toBe(beats(x0, n0, x1, n1));
      }),
      { seed: 3, numRuns: 60 },
    );
  });

  // SciPy: each density times the others' distribution functions, 60 Gauss nodes between every two quantiles.
  test.each<[readonly (readonly [number, number])[], number[]]>([
    [
      [
        [10, 100],
        [13, 100],
        [9, 100],
      ],
      [0.21449994854081292, 0.6512071989170426, 0.13429285254204434],
    ],
    [
      [
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
      ],
      [0.2499999999998999, 0.2499999999998999, 0.2499999999998999, 0.2499999999998999],
    ],
    [
      [
        [100, 1000],
        [12, 100],
        [1, 10],
        [0, 0],
        [11000, 100000],
        [10990000, 100000000],
      ],
      [
        0.0026443757907086145, 0.048135995232799995, 0.13115244848002228, 0.8076993837789604, 0.005807954172886369,
        0.004559842544522385,
      ],
    ],
    [
      [
        [0, 5],
        [2, 100000000],
        [1, 1000],
      ],
      [0.9881130298644073, 1.8017275695251192e-16, 0.011886970135492789],
    ],
  ])("the chance to be the best of %j", (arms, expected) => {
    for (const [at, chance] of best(arms).entries())
      expect(Math.abs(chance - (expected[at] as number))).toBeLessThan(1e-8);
  });
});
