import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as stats from "./index.ts";
import {
  alwaysValid,
  alwaysValidAgainst,
  holm,
  liftInterval,
  newcombeInterval,
  sampleRatioMismatch,
  twoProportionTest,
  wilsonInterval,
} from "./index.ts";

const close = (actual: number | null, expected: number, relative = 1e-9) =>
  expect(Math.abs((actual ?? Number.NaN) / expected - 1), `${actual} for ${expected}`).toBeLessThan(relative);

test("the module exports exactly the functions that the design lists", () => {
  const functions = Object.entries(stats).flatMap(([name, value]) => (typeof value === "function" ? [name] : []));
  expect(functions.sort()).toEqual([
    "achievedPower",
    "alwaysValid",
    "alwaysValidAgainst",
    "chanceToBeBest",
    "chanceToBeatControl",
    "confidenceSequenceMean",
    "cuped",
    "expectedLoss",
    "holm",
    "liftInterval",
    "meanDifference",
    "minimumDetectableEffect",
    "newcombeInterval",
    "ratioDifference",
    "sampleRatioMismatch",
    "sampleSizePerArm",
    "sequentialPower",
    "sequentialSampleSize",
    "twoProportionTest",
    "wilsonInterval",
  ]);
});

describe("two proportions", () => {
  // Physicians' Health Study, as in Agresti, Categorical Data Analysis, 3.1: 189 of 11,034 against 104 of 11,037.
  test("two proportions give the published figures of aspirin and heart attacks", () => {
    const { z, pValue } = twoProportionTest(104, 11_037, 189, 11_034);
    expect((z as number) ** 2).toBeCloseTo(25.01, 2);
    expect(pValue).toBeLessThan(1e-6);
    const { lift, lower, upper } = liftInterval(104, 11_037, 189, 11_034);
    expect([lift, lower, upper].map((value) => ((value as number) + 1).toFixed(2))).toEqual(["1.82", "1.43", "2.31"]);
  });

  test("two proportions give the pooled z and its p, checked with SciPy", () => {
    const { z, pValue } = twoProportionTest(100, 1000, 130, 1000);
    close(z, 2.102740605622114);
    close(pValue, 0.03548845046647471);
    close(twoProportionTest(500, 1000, 560, 1000).pValue, 0.007185458758132356);
  });

  test("two proportions keep a p-value that is too small for 1 - Φ", () => {
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
  ] as const)("two proportions give null where %s", (_, [x0, n0, x1, n1]) => {
    expect(twoProportionTest(x0, n0, x1, n1)).toEqual({ z: null, pValue: null });
  });
});

describe("intervals", () => {
  test("Wilson's interval of 81 of 263 is the published one, and its bounds stay in range", () => {
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

  test("Katz's interval is SciPy's, and the lift remains if the interval cannot be computed", () => {
    const { lift, lower, upper } = liftInterval(100, 1000, 130, 1000);
    close(lift, 0.3);
    close(lower, 0.0169842709710455);
    close(upper, 0.6617759470226026);
    expect(liftInterval(10, 100, 0, 100)).toEqual({ lift: -1, lower: null, upper: null });
    expect(liftInterval(0, 100, 5, 100)).toEqual({ lift: null, lower: null, upper: null });
    expect(liftInterval(10, 10, 10, 10)).toEqual({ lift: 0, lower: null, upper: null });
  });

  test("a higher level gives a wider interval, and an impossible level gives no bounds", () => {
    const [a, b] = [wilsonInterval(30, 100, 0.9), wilsonInterval(30, 100, 0.99)];
    expect(b.lower).toBeLessThan(a.lower ?? 0);
    expect(b.upper).toBeGreaterThan(a.upper ?? 1);
    expect(wilsonInterval(30, 100, 1)).toEqual({ lower: null, upper: null });
  });
});

describe("sample ratio", () => {
  test("sample ratio of Mendel's peas, 9 to 3 to 3 to 1, is the published one", () => {
    const { chi2, pValue } = sampleRatioMismatch([315, 108, 101, 32], [9, 3, 3, 1]);
    expect(chi2).toBeCloseTo(0.47, 3);
    expect(pValue).toBeCloseTo(0.925, 3);
  });

  test("sample ratio of a hundred arms keeps a tail that is too small for its largest term", () => {
    const { chi2, pValue } = sampleRatioMismatch(Array.from({ length: 100 }, (_, n) => 1000 + (n % 2) * 120));
    // mpmath: gammainc(49.5, chi2/2, inf, regularized=True)
    close(chi2, 339.622641509434);
    close(pValue, 4.0929038078461e-28);
  });

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
  ])("sample ratio of %j against %j is null", (visitors, weights) => {
    expect(sampleRatioMismatch(visitors, weights)).toEqual({ chi2: null, pValue: null });
  });
});

test("Holm's adjustment steps down, never decreases, and leaves out comparisons without a p-value", () => {
  const adjusted = holm([0.01, 0.04, 0.03, null, 0.005]);
  for (const [at, expected] of [0.03, 0.06, 0.06, null, 0.02].entries()) {
    if (expected === null) expect(adjusted[at]).toBeNull();
    else close(adjusted[at] as number, expected);
  }
  expect(holm([0.9, 0.8])).toEqual([1, 1]);
  expect(holm([null])).toEqual([null]);
});

describe("the always-valid test", () => {
  test("the always-valid test excludes zero exactly where its p falls below alpha", () => {
    for (let x1 = 100; x1 <= 260; x1++) {
      const { absolute } = alwaysValid(100, 1000, x1, 1000);
      expect((absolute.lower as number) > 0, String(x1)).toBe((absolute.pValue as number) < 0.05);
    }
  });

  // The formulas of the paper, evaluated with 30 digits.
  test("the always-valid test has the published width", () => {
    const { absolute, relative } = alwaysValid(100, 1000, 130, 1000);
    close(absolute.lower, -0.0145179621022678);
    close(absolute.upper, 0.0745179621022678);
    close(absolute.pValue, 0.378931507585797);
    close(relative.lower, -0.121979441178948);
    close(relative.upper, 0.972300203800223);
  });

  test("the always-valid test gives 183 of 2,068 against 240 of 2,026 a lift that agrees with the deciding test", () => {
    const { absolute, relative } = alwaysValid(183, 2068, 240, 2026);
    close(absolute.lower, 0.00104647755808642);
    close(relative.lower, 0.0103625626507714);
    close(relative.upper, 0.796101882722638);
  });

  test("the always-valid test is wider at a stricter level, and its p-value stays the same", () => {
    const { absolute, relative } = alwaysValid(100, 1000, 130, 1000, { level: 0.025 });
    close(absolute.lower, -0.0184984488861125);
    close(absolute.upper, 0.0784984488861125);
    close(absolute.pValue, 0.378931507585797);
    close(relative.lower, -0.153504883162007);
    close(relative.upper, 1.05603220310567);
  });

  test.each([
    [500, -0.0145654909814805, 0.667895722398831, -0.122360300285838],
    [2000, -0.0132557216245374, 0.417837953241782, -0.111824333606654],
    [50_000, -0.0426811397349023, 0.672988047468346, -0.331492129691895],
  ])("the always-valid test can be tuned to %d visitors", (tuning, lower, pValue, lift) => {
    const { absolute, relative } = alwaysValid(100, 1000, 130, 1000, { tuning });
    close(absolute.lower, lower);
    close(absolute.pValue, pValue);
    close(relative.lower, lift);
    const variants = [{ visitors: 1000, conversions: 130 }];
    expect(alwaysValidAgainst({ visitors: 1000, conversions: 100 }, variants, { tuning })[0]).toMatchObject({
      absolute,
      relative,
    });
  });

  test("the always-valid test gives nothing for an impossible level or tuning", () => {
    for (const options of [{ alpha: 0 }, { level: 1 }, { tuning: 0 }, { tuning: Number.POSITIVE_INFINITY }]) {
      expect(alwaysValid(100, 1000, 130, 1000, options).absolute).toEqual({ lower: null, upper: null, pValue: null });
    }
  });

  test("the always-valid test never gives a lift below −100 %, even if nobody converts in the variant", () => {
    expect(alwaysValid(50, 1000, 5, 1000).relative.lower).toBe(-1);
    close(alwaysValid(50, 1000, 5, 1000).relative.upper, -0.71404683070852);
    expect(alwaysValid(500, 1000, 0, 1000).relative).toEqual({ lower: -1, upper: -1 });
  });

  test("the always-valid test gives no interval without spread, and no lift without a control that converts", () => {
    const none = { lower: null, upper: null };
    expect(alwaysValid(0, 10, 0, 10)).toEqual({ absolute: { ...none, pValue: null }, relative: none });
    const { absolute, relative } = alwaysValid(0, 10, 5, 10);
    expect(absolute.pValue).not.toBeNull();
    expect(relative).toEqual(none);
    // The control converts so rarely that its rate may be zero, so every lift is possible.
    expect(alwaysValid(5, 1000, 50, 1000).relative).toEqual(none);
  });
});

describe("of 100,000 random tables", () => {
  const tables = 100_000;
  const random = seeded(20_261_124);
  const size = () => Math.ceil(10 ** (1 + random() * 5));
  /** As often close to the edge of a decision as far from it. */
  const arm = (rate: number) => {
    const visitors = size();
    const spread = Math.sqrt((rate * (1 - rate)) / visitors) * 8 * (random() - 0.5);
    return { visitors, conversions: Math.round(visitors * Math.min(1, Math.max(0, rate + spread))) };
  };
  const sideOf = ({ lower, upper }: { lower: number | null; upper: number | null }) =>
    lower === null || upper === null ? null : lower > 0 ? 1 : upper < 0 ? -1 : 0;

  test("the intervals of the lift and the difference exclude zero exactly if the comparison is decided", () => {
    let [known, decided] = [0, 0];
    for (let table = 0; table < tables; table++) {
      const rate = random();
      const control = arm(rate);
      const others = Array.from({ length: 1 + (table % 4) }, () => arm(rate));
      for (const [at, one] of alwaysValidAgainst(control, others).entries()) {
        const about = JSON.stringify([control, others, at]);
        const side = sideOf(one.absolute);
        const { visitors, conversions } = others[at] as (typeof others)[number];
        const way = Math.sign(conversions / visitors - control.conversions / control.visitors);
        if (side !== (side === null ? null : one.decided ? way : 0)) expect.fail(`difference ${about}`);
        if (one.relative.lower !== null && sideOf(one.relative) !== side) expect.fail(`lift ${about}`);
        // Apart from p-values at the level itself, the adjusted p-value decides as well.
        if (one.adjusted !== null && Math.abs(one.adjusted - 0.05) > 1e-9 && one.adjusted < 0.05 !== one.decided) {
          expect.fail(`Holm ${about}`);
        }
        if (one.relative.lower !== null) known++;
        if (one.decided) decided++;
      }
    }
    expect(known).toBeGreaterThan(tables);
    expect(decided).toBeGreaterThan(tables / 5);
  });

  test("intervals agree with the decision even if they end within a rounding of zero", () => {
    for (let table = 0; table < 2_000; table++) {
      const [x0, n0, x1, n1] = [200 + Math.floor(random() * 200), 4000, 200 + Math.floor(random() * 200), 4000];
      const level = alwaysValid(x0, n0, x1, n1).absolute.pValue as number;
      if (level >= 1 || level <= 0) continue;
      for (const nearby of [level * (1 - 2 ** -52), level, level * (1 + 2 ** -52)]) {
        const { absolute, relative } = alwaysValid(x0, n0, x1, n1, { level: nearby });
        const expected = level < nearby ? Math.sign(x1 - x0) : 0;
        expect([sideOf(absolute), sideOf(relative)], `${x0} ${x1} ${nearby}`).toEqual([expected, expected]);
      }
    }
  });
});

describe("the intervals of several variants", () => {
  const control = { visitors: 5000, conversions: 500 };
  const of = (...conversions: number[]) =>
    alwaysValidAgainst(
      control,
      conversions.map((count) => ({ visitors: 5000, conversions: count })),
    );
  const at = (conversions: number, level: number) => alwaysValid(500, 5000, conversions, 5000, { level }).relative;

  test("the intervals of several variants are drawn at the level of each comparison under Holm: a third, a half, the whole of alpha", () => {
    const [best, middle, worst] = of(700, 650, 640);
    expect(best?.relative).toEqual(at(700, 0.05 / 3));
    expect(middle?.relative).toEqual(at(650, 0.05 / 2));
    expect(worst?.relative).toEqual(at(640, 0.05));
  });

  test("the intervals of several variants keep the level of the first undecided comparison for all after it", () => {
    const [best, open, last] = of(700, 520, 510);
    expect(best?.decided).toBe(true);
    expect(best?.relative).toEqual(at(700, 0.05 / 3));
    expect([open?.decided, last?.decided]).toEqual([false, false]);
    expect(open?.relative).toEqual(at(520, 0.05 / 2));
    expect(last?.relative).toEqual(at(510, 0.05 / 2));
  });

  test("the intervals of several variants leave a variant that nobody saw out of the family", () => {
    const [seen, unseen] = alwaysValidAgainst(control, [
      { visitors: 5000, conversions: 640 },
      { visitors: 0, conversions: 0 },
    ]);
    expect(seen?.relative).toEqual(at(640, 0.05));
    expect(unseen).toMatchObject({ decided: false, adjusted: null, relative: { lower: null, upper: null } });
  });
});

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe("simulated experiments", () => {
  const random = seeded(20_260_101);
  const conversions = (visitors: number, rate: number) => {
    let hits = 0;
    for (let n = 0; n < visitors; n++) if (random() < rate) hits++;
    return hits;
  };

  test("Katz's interval covers the true lift in 94 of 100 experiments with 300 visitors an arm, even a large lift", () => {
    for (const [control, variant] of [
      [0.1, 0.1],
      [0.1, 0.15],
      [0.3, 0.2],
    ] as const) {
      let covered = 0;
      const runs = 4000;
      for (let run = 0; run < runs; run++) {
        const { lower, upper } = liftInterval(conversions(300, control), 300, conversions(300, variant), 300);
        const lift = variant / control - 1;
        if (lower !== null && upper !== null && lower <= lift && lift <= upper) covered++;
      }
      expect(covered / runs, `${control} against ${variant}`).toBeGreaterThanOrEqual(0.94);
    }
  });

  test("simulated experiments with a look on each of 28 days, the always-valid test calls few false winners and a raw p-value many", () => {
    const runs = 1000;
    let [always, raw] = [0, 0];
    for (let run = 0; run < runs; run++) {
      let [x0, x1, n] = [0, 0, 0];
      let [calledAlways, calledRaw] = [false, false];
      for (let day = 0; day < 28; day++) {
        x0 += conversions(250, 0.1);
        x1 += conversions(250, 0.1);
        n += 250;
        calledAlways ||= (alwaysValid(x0, n, x1, n).absolute.pValue ?? 1) < 0.05;
        calledRaw ||= (twoProportionTest(x0, n, x1, n).pValue ?? 1) < 0.05;
      }
      if (calledAlways) always++;
      if (calledRaw) raw++;
    }
    expect(always / runs).toBeLessThanOrEqual(0.05);
    expect(raw / runs).toBeGreaterThan(0.2);
  });
});

describe("any counts", () => {
  const arm = (most: number) =>
    fc
      .integer({ min: 1, max: most })
      .chain((visitors) => fc.tuple(fc.nat(visitors), fc.constant(visitors)) as fc.Arbitrary<[number, number]>);
  const pair = fc.tuple(arm(1e8), arm(1e8));

  test("any counts give mirrored results if the arms are exchanged", () => {
    fc.assert(
      fc.property(pair, ([[x0, n0], [x1, n1]]) => {
        const [there, back] = [twoProportionTest(x0, n0, x1, n1), twoProportionTest(x1, n1, x0, n0)];
        if (there.z !== null) expect(there.z).toBeCloseTo(-(back.z as number), 6);
        expect(there.pValue === null).toBe(back.pValue === null);
        const [a, b] = [newcombeInterval(x0, n0, x1, n1), newcombeInterval(x1, n1, x0, n0)];
        expect(a.lower).toBeCloseTo(-(b.upper as number), 12);
        const [up, down] = [liftInterval(x0, n0, x1, n1), liftInterval(x1, n1, x0, n0)];
        if (up.lower !== null && down.upper !== null) {
          expect((1 + up.lower) * (1 + down.upper)).toBeCloseTo(1, 6);
        }
        const [one, two] = [alwaysValid(x0, n0, x1, n1), alwaysValid(x1, n1, x0, n0)];
        if (one.absolute.lower !== null) expect(one.absolute.lower).toBeCloseTo(-(two.absolute.upper as number), 12);
      }),
      { seed: 4 },
    );
  });

  test("any counts give an interval that contains the observed rate and stays in range", () => {
    fc.assert(
      fc.property(pair, ([[x0, n0], [x1, n1]]) => {
        const { lower, upper } = wilsonInterval(x0, n0);
        expect(lower as number).toBeGreaterThanOrEqual(0);
        expect(upper as number).toBeLessThanOrEqual(1);
        expect(lower as number).toBeLessThanOrEqual(x0 / n0);
        expect(upper as number).toBeGreaterThanOrEqual(x0 / n0);
        const lift = liftInterval(x0, n0, x1, n1);
        if (lift.lower !== null) expect(lift.lower).toBeGreaterThanOrEqual(-1);
      }),
      { seed: 5 },
    );
  });

  test("Holm's adjustment never lowers a p-value and keeps their order", () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 100 }), (p) => {
        const adjusted = holm(p);
        for (const [at, value] of p.entries()) {
          if (value === null) expect(adjusted[at]).toBeNull();
          else expect(adjusted[at] as number).toBeGreaterThanOrEqual(value);
        }
        for (const [a, first] of p.entries()) {
          for (const [b, second] of p.entries()) {
            if (first !== null && second !== null && first < second) {
              expect(adjusted[a] as number).toBeLessThanOrEqual(adjusted[b] as number);
            }
          }
        }
      }),
      { seed: 6, numRuns: 40 },
    );
  });
});
