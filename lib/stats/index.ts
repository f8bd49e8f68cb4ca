// Statistics of experiments from counts alone. A figure that cannot be computed is null, independently of the others.

import { chiSquaredTail, criticalValue, erfc } from "./tails.ts";

export { chanceToBeatControl, chanceToBeBest, expectedLoss } from "./posterior.ts";
export { achievedPower, minimumDetectableEffect, sampleSizePerArm } from "./power.ts";

type Interval = { lower: number | null; upper: number | null };

/** The difference is the second proportion minus the first; pooled z without continuity correction. */
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

/** Katz's interval of the ratio. The lift without an interval only needs a control that converts. */
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

/** Pearson's chi-squared of the visitors against the planned split, which is equal by default. */
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

/** Comparisons without a p-value do not count. */
export function holm(pValues: readonly (number | null)[]): (number | null)[] {
  const adjusted: (number | null)[] = pValues.map(() => null);
  const ranked = rank(pValues);
  let highest = 0;
  for (const [place, { p, at }] of ranked.entries()) {
    highest = Math.max(highest, Math.min(1, (ranked.length - place) * p));
    adjusted[at] = highest;
  }
  return adjusted;
}

// Under Holm, the i-th smallest of k p-values must fall below alpha / (k - i + 1). All after the first undecided
// comparison keep the level of that one.
function holmLevels(pValues: readonly (number | null)[], alpha: number): number[] {
  const levels = pValues.map(() => alpha);
  const ranked = rank(pValues);
  let judgedAs = 0;
  for (const { p, at } of ranked) {
    const level = alpha / (ranked.length - judgedAs);
    levels[at] = level;
    if (p < level) judgedAs++;
  }
  return levels;
}

function rank(pValues: readonly (number | null)[]): { p: number; at: number }[] {
  return pValues.flatMap((p, at) => (p === null || Number.isNaN(p) ? [] : [{ p, at }])).sort((a, b) => a.p - b.p);
}

type AlwaysValid = { absolute: Interval & { pValue: number | null }; relative: Interval };
/** The intervals are drawn at `level`. The mixture and the p-value stay tuned to alpha. */
type Options = { alpha?: number; level?: number };
/** The sequence is tightest at this number of visitors. */
const tuning = 5000;

// An asymptotic confidence sequence (Waudby-Smith et al., arXiv 2103.06476): people may look after every visitor, and
// it still errs no more often than alpha. The interval of the lift inverts the test of the difference, so both exclude
// zero exactly if the p-value is below the level.
export function alwaysValid(
  x0: number,
  n0: number,
  x1: number,
  n1: number,
  { alpha = 0.05, level = alpha }: Options = {},
): AlwaysValid {
  const none = { lower: null, upper: null };
  const unknown = { absolute: { ...none, pValue: null }, relative: none };
  if (!isArm(x0, n0) || !isArm(x1, n1)) return unknown;
  if (!(alpha > 0 && alpha < 1 && level > 0 && level < 1)) return unknown;
  const [p0, p1] = [x0 / n0, x1 / n1];
  const v0 = (p0 * (1 - p0)) / n0;
  const v1 = (p1 * (1 - p1)) / n1;
  const error = Math.sqrt(v0 + v1);
  if (error === 0) return unknown;

  const n = n0 + n1;
  const rho2 = (-2 * Math.log(alpha) + Math.log(-2 * Math.log(alpha) + 1)) / tuning;
  const grown = n * rho2 + 1;
  const radius2 = ((2 * grown) / (n * rho2)) * (Math.log(grown) / 2 - Math.log(level));
  const radius = Math.sqrt(radius2);
  const difference = p1 - p0;
  const evidence = (rho2 * n * (difference / error) ** 2) / (2 * grown);
  // In logarithms, because one factor may overflow before the other reduces it.
  const pValue = Math.min(1, Math.exp(Math.log(grown) / 2 - evidence));
  const way = pValue < level ? Math.sign(difference) : 0;

  // All r with (p1 - r p0)² ≤ radius² (v1 + r² v0). They lie between two roots if the factor of the square is positive.
  const square = p0 ** 2 - radius2 * v0;
  const reach = radius * Math.sqrt(Math.max(0, v1 * square + v0 * p1 ** 2));
  return {
    absolute: { ...onItsSide(way, difference - radius * error, difference + radius * error), pValue },
    relative:
      square > 0 ? onItsSide(way, Math.max(-1, (p0 * p1 - reach) / square - 1), (p0 * p1 + reach) / square - 1) : none,
  };
}

/** Rounding must not let an interval contradict its p-value: a decided interval excludes zero, another contains it. */
function onItsSide(way: number, lower: number, upper: number): Interval {
  if (way > 0) return { lower: Math.max(lower, Number.MIN_VALUE), upper };
  if (way < 0) return { lower, upper: Math.min(upper, -Number.MIN_VALUE) };
  return { lower: Math.min(lower, 0), upper: Math.max(upper, 0) };
}

type Arm = { visitors: number; conversions: number };

/** Each interval is drawn at the level of its comparison under Holm, so it excludes zero exactly if that is decided. */
export function alwaysValidAgainst(
  { visitors: n0, conversions: x0 }: Arm,
  variants: readonly Arm[],
  alpha = 0.05,
): (AlwaysValid & { adjusted: number | null; decided: boolean })[] {
  const test = ({ visitors, conversions }: Arm, level = alpha) =>
    alwaysValid(x0, n0, conversions, visitors, { alpha, level });
  const pValues = variants.map((variant) => test(variant).absolute.pValue);
  const adjusted = holm(pValues);
  const levels = holmLevels(pValues, alpha);
  return variants.map((variant, at) => {
    const [pValue = null, level = alpha] = [pValues[at], levels[at]];
    return { ...test(variant, level), adjusted: adjusted[at] ?? null, decided: pValue !== null && pValue < level };
  });
}

function isArm(x: number, n: number): boolean {
  return Number.isFinite(n) && n > 0 && x >= 0 && x <= n;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
