// Statistics of experiments from counts and sums alone. A figure that cannot be computed is null, independently of the others.

import {
  compare,
  type FamilyOptions,
  type Interval,
  type Judged,
  judge,
  type Options,
  type SequentialComparison,
  unknown,
} from "./sequential.ts";
import { chiSquaredTail, criticalValue, erfc } from "./tails.ts";

export { confidenceSequenceMean, cuped, leastNonZero, meanDifference, ratioDifference } from "./means.ts";
export { chanceToBeatControl, chanceToBeBest, expectedLoss } from "./posterior.ts";
export { achievedPower, minimumDetectableEffect, sampleSizePerArm } from "./power.ts";
export { holm } from "./sequential.ts";
export { mostLooks, sequentialPower, sequentialSampleSize } from "./sequential-power.ts";

/** The difference is the second proportion minus the first; pooled z without continuity correction. */
export function twoProportionTest(x0: number, n0: number, x1: number, n1: number) {
  const x = x0 + x1;
  const n = n0 + n1;
  if (!isArm(x0, n0) || !isArm(x1, n1) || x === 0 || x === n) return { z: null, pValue: null };
  const pooled = x / n;
  const z = (x1 / n1 - x0 / n0) / Math.sqrt(pooled * ((n - x) / n) * (1 / n0 + 1 / n1));
  return { z, pValue: erfc(Math.abs(z) / Math.SQRT2) };
}

/** A split of the visitors this unlikely comes from an error in the shop. */
export const faultySplit = 0.001;

export function wilsonInterval(x: number, n: number, level = 0.95): Interval {
  const z = criticalValue(level);
  if (!isArm(x, n) || z === null) return { lower: null, upper: null };
  const p = x / n;
  const scale = 1 + (z * z) / n;
  const centre = p + (z * z) / (2 * n);
  const half = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return { lower: x === 0 ? 0 : (centre - half) / scale, upper: x === n ? 1 : (centre + half) / scale };
}

/** Newcombe 1998, method 10: an interval of the difference, from both Wilson intervals. */
export function newcombeInterval(x0: number, n0: number, x1: number, n1: number, level = 0.95) {
  if (!isArm(x0, n0) || !isArm(x1, n1)) return { difference: null, lower: null, upper: null };
  const [p0, p1] = [x0 / n0, x1 / n1];
  const first = wilsonInterval(x0, n0, level);
  const second = wilsonInterval(x1, n1, level);
  const difference = p1 - p0;
  if (first.lower === null || first.upper === null || second.lower === null || second.upper === null) {
    return { difference, lower: null, upper: null };
  }
  return {
    difference,
    lower: difference - Math.hypot(p1 - second.lower, first.upper - p0),
    upper: difference + Math.hypot(second.upper - p1, p0 - first.lower),
  };
}

/** Katz's interval of the ratio. The lift without an interval only needs a control that converts. */
export function liftInterval(x0: number, n0: number, x1: number, n1: number, level = 0.95) {
  if (!isArm(x0, n0) || !isArm(x1, n1) || x0 === 0) return { lift: null, lower: null, upper: null };
  const ratio = (x1 * n0) / (x0 * n1);
  const lift = ratio - 1;
  const z = criticalValue(level);
  if (x1 === 0 || (x0 === n0 && x1 === n1) || z === null) return { lift, lower: null, upper: null };
  const half = z * Math.sqrt(1 / x1 - 1 / n1 + 1 / x0 - 1 / n0);
  return { lift, lower: Math.expm1(Math.log(ratio) - half), upper: Math.expm1(Math.log(ratio) + half) };
}

/** Pearson's chi-squared of the visitors against the planned split, which is equal by default. */
export function sampleRatioMismatch(visitors: readonly number[], weights = visitors.map(() => 1)) {
  const none = { chi2: null, pValue: null };
  const total = sumOf(visitors);
  const planned = sumOf(weights);
  const counts = visitors.every((n) => Number.isFinite(n) && n >= 0);
  const shares = weights.length === visitors.length && weights.every((weight) => Number.isFinite(weight) && weight > 0);
  if (visitors.length < 2 || !counts || !shares || total <= 0) return none;
  let chi2 = 0;
  for (const [at, n] of visitors.entries()) {
    const expected = (total * (weights[at] as number)) / planned;
    chi2 += (n - expected) ** 2 / expected;
  }
  return { chi2, pValue: chiSquaredTail(chi2, visitors.length - 1) };
}

/** The difference and the lift of a rate, by the always-valid test. */
export function alwaysValid(
  x0: number,
  n0: number,
  x1: number,
  n1: number,
  options: Options = {},
): SequentialComparison {
  if (!isArm(x0, n0) || !isArm(x1, n1)) return unknown;
  const [p0, p1] = [x0 / n0, x1 / n1];
  return compare(
    { visitors: n0, mean: p0, variance: (p0 * (1 - p0)) / n0 },
    { visitors: n1, mean: p1, variance: (p1 * (1 - p1)) / n1 },
    options,
  );
}

type Arm = { visitors: number; conversions: number };

export function alwaysValidAgainst(
  { visitors: n0, conversions: x0 }: Arm,
  variants: readonly Arm[],
  options: FamilyOptions = {},
): Judged<SequentialComparison>[] {
  return judge(variants, options, ({ visitors, conversions }, at) => alwaysValid(x0, n0, conversions, visitors, at));
}

function isArm(x: number, n: number): boolean {
  return Number.isFinite(n) && n > 0 && x >= 0 && x <= n;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
