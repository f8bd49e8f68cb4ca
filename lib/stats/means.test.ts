import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alwaysValid, confidenceSequenceMean, cuped, leastNonZero, meanDifference, ratioDifference } from "./index.ts";

const close = (actual: number | null, expected: number, relative = 1e-10) =>
  expect(Math.abs((actual ?? Number.NaN) / expected - 1), `${actual} for ${expected}`).toBeLessThan(relative);

type Options = NonNullable<Parameters<typeof meanDifference>[2]>;
type Visitor = { revenue: number; orders: number; before: number };

/** One in `every` visitors orders, some of them twice, and those who order spent more before. */
function visitors(count: number, every: number, spent: (visitor: number) => number): Visitor[] {
  return Array.from({ length: count }, (_, at) => {
    const revenue = at % every === 0 ? spent(at) : 0;
    const orders = at % every === 0 ? (at % 7 === 0 ? 2 : 1) : 0;
    return { revenue, orders, before: ((at * 13) % 29) + Math.floor(revenue / 4) };
  });
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const sums = (values: readonly number[]) => ({
  visitors: values.length,
  sum: sumOf(values),
  squares: sumOf(values.map((value) => value * value)),
});
const paired = (values: readonly number[], others: readonly number[]) => ({
  sum: sumOf(others),
  squares: sumOf(others.map((value) => value * value)),
  products: sumOf(values.map((value, at) => value * (others[at] as number))),
});
const revenueOf = (all: readonly Visitor[]) => {
  const revenue = all.map((one) => one.revenue);
  const [orders, before] = [all.map((one) => one.orders), all.map((one) => one.before)];
  return { ...sums(revenue), denominator: paired(revenue, orders), covariate: paired(revenue, before) };
};
const sideOf = ({ lower, upper }: { lower: number | null; upper: number | null }) =>
  lower === null || upper === null ? null : lower > 0 ? 1 : upper < 0 ? -1 : 0;

const control = revenueOf(visitors(3000, 12, (at) => ((at * 37) % 101) + 20));
const variant = revenueOf(visitors(2800, 10, (at) => ((at * 53) % 97) + 30));
const none = { lower: null, upper: null };

// The same visitors one by one, in two passes with 30 digits by mpmath.
describe("revenue per visitor", () => {
  test.each<[Options, lower: number, upper: number, p: number, liftLower: number, liftUpper: number]>([
    [{}, 0.1174906664490687, 3.822128381169979, 0.02901815269444396, 0.01787028356591075, 0.7696884993930428],
    [
      { tuning: 20_000 },
      0.01098186688031923,
      3.928637180738728,
      0.04802029737505203,
      0.001660511248941027,
      0.7997823448392968,
    ] as const,
    [
      { level: 0.025 },
      -0.03098077664147463,
      3.970599824260522,
      0.02901815269444396,
      -0.004673691018224014,
      0.8118397078752175,
    ] as const,
  ])(
    "revenue per visitor differs as its visitors do, one by one, with %j",
    (options, lower, upper, p, liftLower, liftUpper) => {
      const found = meanDifference(control, variant, options);
      close(found.difference, 1.969809523809524);
      close(found.absolute.lower, lower);
      close(found.absolute.upper, upper);
      close(found.absolute.pValue, p);
      close(found.relative.lift, 0.3377395308583512);
      close(found.relative.lower, liftLower);
      close(found.relative.upper, liftUpper);
    },
  );

  test("revenue per visitor of one arm has an interval", () => {
    const { mean, lower, upper } = confidenceSequenceMean(control);
    close(mean, 5.832333333333333);
    close(lower, 4.653301551645023);
    close(upper, 7.011365115021644);
  });

  test("revenue per visitor keeps what can be known of arms that are small, alike or impossible", () => {
    const nobody = { visitors: 0, sum: 0, squares: 0 };
    const unknown = { ...none, pValue: null };
    expect(meanDifference(control, nobody)).toEqual({
      difference: null,
      absolute: unknown,
      relative: { ...none, lift: null },
    });
    const single = meanDifference({ visitors: 1, sum: 4, squares: 16 }, { visitors: 1, sum: 6, squares: 36 });
    expect(single).toEqual({ difference: 2, absolute: unknown, relative: { ...none, lift: 0.5 } });
    const alike = meanDifference(sums(Array(10).fill(0.1)), sums(Array(100).fill(0.1)));
    expect(alike.absolute).toEqual(unknown);
    // Nothing was bought in the control, so there is a difference, but no lift.
    const bought = meanDifference({ ...nobody, visitors: 3000 }, variant);
    expect(bought.absolute.lower).not.toBeNull();
    expect(bought.relative).toEqual({ ...none, lift: null });
    // Ten visitors who spent 100 together have squares of at least 1,000.
    for (const sum of [100, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(meanDifference({ visitors: 10, sum, squares: 900 }, variant).difference, String(sum)).toBeNull();
    }
    expect(confidenceSequenceMean(nobody)).toEqual({ mean: null, ...none });
    expect(confidenceSequenceMean({ visitors: 1, sum: 5, squares: 25 })).toEqual({ mean: 5, ...none });
    expect(confidenceSequenceMean(control, { alpha: 1 })).toMatchObject(none);
  });

  test("revenue per visitor is early below 200 visitors with a value", () => {
    expect(leastNonZero).toBe(200);
  });
});

describe("the average order", () => {
  test("the average order has visitors as its unit, so that two orders of one visitor are not independent", () => {
    const found = ratioDifference(control, variant);
    close(found.difference, 7.090428321678322);
    close(found.relative.lift, 0.1158977253243413);
    close(found.absolute.lower, -1.214232826237947);
    close(found.absolute.upper, 15.39508946959459);
    close(found.absolute.pValue, 0.1542868023246973);
    close(found.relative.lower, -0.01849397362405015);
    close(found.relative.upper, 0.2727806727695508);
  });

  test("the average order is revenue per visitor if everybody orders once", () => {
    const once = ({ visitors: count, sum, squares }: typeof control) => ({
      visitors: count,
      sum,
      squares,
      denominator: { sum: count, squares: count, products: sum },
    });
    const [ratio, mean] = [ratioDifference(once(control), once(variant)), meanDifference(control, variant)];
    close(ratio.absolute.lower, mean.absolute.lower as number);
    close(ratio.relative.upper, mean.relative.upper as number);
  });

  test("the average order is unknown without orders, and has no interval if every order is the same", () => {
    const empty = { visitors: 50, sum: 0, squares: 0, denominator: { sum: 0, squares: 0, products: 0 } };
    expect(ratioDifference(empty, variant).difference).toBeNull();
    const same = revenueOf(visitors(100, 1, () => 30)).denominator;
    const fixed = { visitors: 100, sum: 30 * same.sum, squares: 900 * same.squares };
    const arm = { ...fixed, denominator: { ...same, products: 30 * same.squares } };
    expect(ratioDifference(arm, arm)).toMatchObject({ difference: 0, absolute: none, relative: { lift: 0 } });
  });
});

describe("the adjustment by a covariate", () => {
  // NumPy's least squares with an intercept for each arm.
  test("the adjustment by a covariate is the regression within the arms", () => {
    const { theta, arms, removed } = cuped(control, variant);
    close(theta, 1.2818572776678);
    close(removed, 0.315668769982765);
    close(arms[0]?.sum ?? null, 18_406.4998394929);
    close(arms[0]?.squares ?? null, 1_088_457.67582367);
    close(arms[1]?.sum ?? null, 20_936.5001605072);
    close(arms[1]?.squares ?? null, 1_295_161.01267696);
  });

  test("narrows the interval by the share of the variance that it removes", () => {
    const { arms, removed } = cuped(control, control);
    const width = (arm: typeof control) => {
      const { lower, upper } = meanDifference(arm, arm).absolute;
      return (upper as number) - (lower as number);
    };
    close(width(arms[0] as typeof control) / width(control), Math.sqrt(1 - (removed as number)));
  });

  test("the adjustment by a covariate removes everything that the covariate explains, and nothing if it does not vary", () => {
    const before = [4, 8, 1, 9, 2];
    const after = before.map((value) => 3 + 2 * value);
    const explained = cuped({ ...sums(after), covariate: paired(after, before) });
    close(explained.theta, 2);
    close(explained.removed, 1);
    const constant = before.map(() => 7);
    const { theta, removed, arms } = cuped({ ...sums(after), covariate: paired(after, constant) });
    expect([theta, removed, arms[0]?.sum]).toEqual([0, 0, sumOf(after)]);
    close(arms[0]?.squares ?? null, sums(after).squares);
  });

  test("the adjustment by a covariate is unknown if an arm has no covariate or impossible sums", () => {
    const { covariate, denominator, ...bare } = variant;
    const unknown = { theta: null, arms: [null, null], removed: null };
    expect(cuped(control, bare)).toEqual(unknown);
    expect(cuped(control, { ...bare, covariate: { ...covariate, products: 1e12 } })).toEqual(unknown);
    expect(cuped(control, { ...bare, covariate: { ...denominator, squares: 0 } })).toEqual(unknown);
    const still = { visitors: 9, sum: 9, squares: 9, covariate: { sum: 0, squares: 0, products: 0 } };
    expect(cuped(still, still).removed).toBeNull();
  });
});

describe("any values", () => {
  const values = fc.array(fc.nat(100_000), { minLength: 3, maxLength: 60 });

  test("any values of 0 and 1 differ as rates do, apart from dividing by one visitor less", () => {
    const arm = fc.integer({ min: 2, max: 1e6 }).chain((n) => fc.tuple(fc.nat(n), fc.constant(n)));
    fc.assert(
      fc.property(arm, arm, ([x0, n0], [x1, n1]) => {
        const rates = alwaysValid(x0, n0, x1, n1);
        const means = meanDifference({ visitors: n0, sum: x0, squares: x0 }, { visitors: n1, sum: x1, squares: x1 });
        expect(means.absolute.lower === null).toBe(rates.absolute.lower === null);
        if (rates.absolute.lower === null || rates.absolute.upper === null) return;
        const width = rates.absolute.upper - rates.absolute.lower;
        const wider = ((means.absolute.upper as number) - (means.absolute.lower as number)) / width;
        expect(wider).toBeGreaterThanOrEqual(1 - 1e-9);
        expect(wider).toBeLessThanOrEqual(Math.sqrt(Math.max(n0 / (n0 - 1), n1 / (n1 - 1))) + 1e-9);
      }),
      { seed: 11 },
    );
  });

  test("any values give intervals of difference and lift that agree with the p-value, in any unit", () => {
    let decided = 0;
    fc.assert(
      fc.property(values, values, fc.integer({ min: 1, max: 40 }), (a, b, factor) => {
        const [one, two] = [sums(a), sums(b.map((value) => value * factor))];
        // As many visitors as it takes to decide some.
        const many = ({ visitors: n, sum, squares }: typeof one) => ({
          visitors: n * 20,
          sum: sum * 20,
          squares: squares * 20,
        });
        const found = meanDifference(many(one), many(two));
        const side = sideOf(found.absolute);
        if (side === null) return;
        expect(side !== 0).toBe((found.absolute.pValue as number) < 0.05);
        if (side !== 0) decided++;
        if (found.relative.lower !== null) {
          expect(sideOf(found.relative)).toBe(side);
          expect(found.relative.lower).toBeGreaterThanOrEqual(-1);
        }
        const cents = ({ visitors: n, sum, squares }: typeof one) => ({
          visitors: n,
          sum: sum * 100,
          squares: squares * 10_000,
        });
        const inCents = meanDifference(cents(many(one)), cents(many(two)));
        expect(inCents.absolute.pValue).toBeCloseTo(found.absolute.pValue as number, 9);
        if (found.relative.upper !== null)
          close(1 + (inCents.relative.upper as number), 1 + found.relative.upper, 1e-8);
      }),
      { seed: 12, numRuns: 500 },
    );
    expect(decided).toBeGreaterThan(100);
  });

  test("any values never vary more after the adjustment, and keep their total", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { minLength: 4, maxLength: 80 }), (pairs) => {
        const half = Math.floor(pairs.length / 2);
        const arms = [pairs.slice(0, half), pairs.slice(half)].map((some) => {
          const [after, before] = [some.map(([value]) => value), some.map(([, value]) => value)];
          return { ...sums(after), covariate: paired(after, before) };
        });
        const found = cuped(...arms);
        expect(sumOf(found.arms.map((arm) => arm?.sum ?? 0))).toBeCloseTo(sumOf(arms.map(({ sum }) => sum)), 6);
        if (found.removed === null) return;
        expect(found.removed).toBeGreaterThanOrEqual(0);
        expect(found.removed).toBeLessThanOrEqual(1);
      }),
      { seed: 13 },
    );
  });
});
