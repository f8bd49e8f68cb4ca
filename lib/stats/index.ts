// Statistics of experiments, from counts alone. `null` means "not computable", and each field is null by itself.

import { chiSquaredTail, criticalValue, erfc } from "./tails.ts";

export { chanceToBeatControl, chanceToBeBest, expectedLoss } from "./posterior.ts";
export { achievedPower, minimumDetectableEffect, sampleSizePerArm } from "./power.ts";

type Interval = { lower: number | null; upper: number | null };

/** Pooled z of two proportions, without continuity correction; the second less the first. */
export function twoProportionTest(
  x0: number,
  n0: number,
  x1: number,
  n1: number,
): { z: number | null; pValue: number | null } {
  const x = x0 + x1;
  const n = n0 + n1;
  if (!isArm(x0, n0) || !isArm(x1, n1) || x === 0 || x === n) return { z: null, pValue: null };
  const pooled = x / n;
  const z = (x1 / n1 - x0 / n0) / Math.sqrt(pooled * ((n - x) / n) * (1 / n0 + 1 / n1));
  return { z, pValue: erfc(Math.abs(z) / Math.SQRT2) };
}

/** Wilson's score interval of one proportion. */
export function wilsonInterval(x: number, n: number, level = 0.95): Interval {
  const z = criticalValue(level);
  if (!isArm(x, n) || z === null) return { lower: null, upper: null };
  const p = x / n;
  const scale = 1 + (z * z) / n;
  const centre = p + (z * z) / (2 * n);
  const half = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return { lower: x === 0 ? 0 : (centre - half) / scale, upper: x === n ? 1 : (centre + half) / scale };
}

/** Newcombe 1998, method 10: the difference of two proportions, from their Wilson intervals. */
export function newcombeInterval(
  x0: number,
  n0: number,
  x1: number,
  n1: number,
  level = 0.95,
): Interval & { difference: number | null } {
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

/** Relative lift with Katz's interval of the ratio. The lift alone needs a control that converts. */
export function liftInterval(
  x0: number,
  n0: number,
  x1: number,
  n1: number,
  level = 0.95,
): Interval & { lift: number | null } {
  if (!isArm(x0, n0) || !isArm(x1, n1) || x0 === 0) return { lift: null, lower: null, upper: null };
  const ratio = (x1 * n0) / (x0 * n1);
  const lift = ratio - 1;
  const z = criticalValue(level);
  if (x1 === 0 || (x0 === n0 && x1 === n1) || z === null) return { lift, lower: null, upper: null };
  const half = z * Math.sqrt(1 / x1 - 1 / n1 + 1 / x0 - 1 / n0);
  return { lift, lower: Math.expm1(Math.log(ratio) - half), upper: Math.expm1(Math.log(ratio) + half) };
}

/** Pearson's chi-squared of the visitors against the planned split, which is an equal one unless told. */
export function sampleRatioMismatch(
  visitors: readonly number[],
  weights: readonly number[] = visitors.map(() => 1),
): { chi2: number | null; pValue: number | null } {
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

/** Holm's step-down adjustment. The family is the comparisons that have a p-value. */
export function holm(pValues: readonly (number | null)[]): (number | null)[] {
  const adjusted: (number | null)[] = pValues.map(() => null);
  const ranked = pValues
    .flatMap((p, at) => (p === null || Number.isNaN(p) ? [] : [{ p, at }]))
    .sort((a, b) => a.p - b.p);
  let highest = 0;
  for (const [rank, { p, at }] of ranked.entries()) {
    highest = Math.max(highest, Math.min(1, (ranked.length - rank) * p));
    adjusted[at] = highest;
  }
  return adjusted;
}

/**
 * An asymptotic confidence sequence (Waudby-Smith et al., arXiv 2103.06476): it may be looked at after every visitor
 * and still errs no more often than alpha. `tuning` is the number of visitors at which it is tightest.
 */
export function alwaysValid(
  x0: number,
  n0: number,
  x1: number,
  n1: number,
  { alpha = 0.05, tuning = 5000 }: { alpha?: number; tuning?: number } = {},
): { absolute: Interval & { pValue: number | null }; relative: Interval } {
  const absolute = { lower: null, upper: null, pValue: null };
  const relative = { lower: null, upper: null };
  if (!isArm(x0, n0) || !isArm(x1, n1) || !(alpha > 0 && alpha < 1) || !(tuning > 0)) return { absolute, relative };
  const [p0, p1] = [x0 / n0, x1 / n1];
  const v0 = (p0 * (1 - p0)) / n0;
  const v1 = (p1 * (1 - p1)) / n1;
  const error = Math.sqrt(v0 + v1);
  if (error === 0) return { absolute, relative };

  const n = n0 + n1;
  const rho2 = (-2 * Math.log(alpha) + Math.log(-2 * Math.log(alpha) + 1)) / tuning;
  const grown = n * rho2 + 1;
  const radius = Math.sqrt(((2 * grown) / (n * rho2)) * (Math.log(grown) / 2 - Math.log(alpha)));
  const difference = p1 - p0;
  const evidence = (rho2 * n * (difference / error) ** 2) / (2 * grown);
  // In logarithms, so that neither factor overflows before the other brings it back.
  const pValue = Math.min(1, Math.exp(Math.log(grown) / 2 - evidence));
  const ratioError = Math.sqrt(v1 + (p1 / p0) ** 2 * v0) / p0;
  const lift = p1 / p0 - 1;
  return {
    absolute: { lower: difference - radius * error, upper: difference + radius * error, pValue },
    // A variant without conversions has no spread for this to be an interval.
    relative: p0 > 0 && p1 > 0 ? { lower: lift - radius * ratioError, upper: lift + radius * ratioError } : relative,
  };
}

function isArm(x: number, n: number): boolean {
  return Number.isFinite(n) && n > 0 && x >= 0 && x <= n;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
