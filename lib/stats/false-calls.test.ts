// @module-tag long
import { describe, expect, test } from "vitest";
import { Random } from "../services/simulator/random.ts";
import { alwaysValid, meanDifference, sequentialPower, sequentialSampleSize, twoProportionTest } from "./index.ts";

const experiments = 2000;
const days = 28;
const alpha = 0.05;
const random = new Random(28, experiments);

/** The visitors up to and with the next who converts, by inversion, so only those who convert cost time. */
const waited = (rate: number) => 1 + Math.floor(Math.log1p(-random.next()) / Math.log1p(-rate));

/** Calls `convert` for each of the visitors who does. */
function visit(visitors: number, rate: number, convert: () => void): void {
  for (let at = waited(rate); at <= visitors; at += waited(rate)) convert();
}

const orderValue = () => {
  const normal = Math.sqrt(-2 * Math.log1p(-random.next())) * Math.cos(2 * Math.PI * random.next());
  return Math.exp(4 + 0.9 * normal);
};

const ordering = 0.03;
/** From the orders before the experiments. */
const earlier = Array.from({ length: 200_000 }, orderValue);
const cap = earlier.toSorted((a, b) => a - b)[Math.ceil(0.99 * earlier.length) - 1] as number;

type Sums = { visitors: number; sum: number; squares: number };

/** The sums of one arm after each day. */
function daily(perDay: number, rate: number, value: () => number): Sums[] {
  const sums = { visitors: 0, sum: 0, squares: 0 };
  return Array.from({ length: days }, () => {
    sums.visitors += perDay;
    visit(perDay, rate, () => {
      const one = value();
      sums.sum += one;
      sums.squares += one * one;
    });
    return { ...sums };
  });
}

type Test = (control: Sums, variant: Sums) => { pValue: number | null };
type Arms = { control: Sums[]; variant: Sums[] };

const everyRate = (tuning?: number): Test => {
  return (a, b) => alwaysValid(a.sum, a.visitors, b.sum, b.visitors, { alpha, tuning }).absolute;
};
const everyMean = (tuning?: number): Test => {
  return (a, b) => meanDifference(a, b, { alpha, tuning }).absolute;
};

/** The share of the experiments that each test called on any day. */
function calledBy(arms: () => Arms, ...tests: Test[]): number[] {
  const called = tests.map(() => 0);
  for (let run = 0; run < experiments; run++) {
    const { control, variant } = arms();
    for (const [at, decide] of tests.entries()) {
      const found = control.some((sums, day) => (decide(sums, variant[day] as Sums).pValue ?? 1) < alpha);
      if (found) called[at] = (called[at] as number) + 1;
    }
  }
  return called.map((count) => count / experiments);
}

const conversion = () => 1;
const capped = (factor: number) => () => Math.min(cap, factor * orderValue());

describe("of 2,000 experiments without a difference, with a look on each of 28 days", () => {
  test("at most 5 % are called by their rates, and more than 20 % by a raw p-value", () => {
    const arms = () => ({ control: daily(300, 0.1, conversion), variant: daily(300, 0.1, conversion) });
    const raw: Test = (a, b) => twoProportionTest(a.sum, a.visitors, b.sum, b.visitors);
    const [always, tuned, fixed] = calledBy(arms, everyRate(), everyRate(2 * 300 * days), raw);
    expect(always).toBeLessThanOrEqual(alpha);
    expect(tuned).toBeLessThanOrEqual(alpha);
    expect(fixed).toBeGreaterThan(0.2);
  });

  test("at most 5 % are called by their revenue", () => {
    const arms = () => ({ control: daily(1000, ordering, capped(1)), variant: daily(1000, ordering, capped(1)) });
    const [always, tuned] = calledBy(arms, everyMean(), everyMean(2 * 1000 * days));
    expect(always).toBeLessThanOrEqual(alpha);
    expect(tuned).toBeLessThanOrEqual(alpha);
  });
});

describe("of 2,000 experiments with the planned difference and size, as many are called as the plan promises", () => {
  test("as many are called by their rates as the plan promises", () => {
    const plan = { base: 0.1, effect: 0.2, looks: days, alpha };
    const perDay = Math.ceil((sequentialSampleSize(plan) as number) / days);
    const perArm = perDay * days;
    const promised = sequentialPower({ ...plan, perArm }) as number;
    const arms = () => ({ control: daily(perDay, 0.1, conversion), variant: daily(perDay, 0.12, conversion) });
    const [called] = calledBy(arms, everyRate(2 * perArm));
    expect(promised).toBeGreaterThan(0.8);
    expect(Math.abs((called as number) - promised)).toBeLessThan(0.03);
  });

  test("as many are called by their revenue as the plan promises", () => {
    const factor = 1.25;
    const momentsOf = (values: readonly number[]) => {
      const [mean, square] = [1, 2].map((power) => {
        return (ordering * values.reduce((sum, value) => sum + value ** power, 0)) / values.length;
      }) as [number, number];
      return { mean, deviation: Math.sqrt(square - mean ** 2) };
    };
    const { mean: base, deviation } = momentsOf(earlier.map((value) => Math.min(cap, value)));
    // The cap takes away a part of the effect.
    const effect = momentsOf(earlier.map((value) => Math.min(cap, factor * value))).mean / base - 1;
    const plan = { base, deviation, effect, looks: days, alpha };
    const perDay = Math.ceil((sequentialSampleSize(plan) as number) / days);
    const perArm = perDay * days;
    const promised = sequentialPower({ ...plan, perArm }) as number;
    const arms = () => ({
      control: daily(perDay, ordering, capped(1)),
      variant: daily(perDay, ordering, capped(factor)),
    });
    const [called] = calledBy(arms, everyMean(2 * perArm));
    expect(promised).toBeGreaterThan(0.8);
    expect(Math.abs((called as number) - promised)).toBeLessThan(0.03);
  });
});
