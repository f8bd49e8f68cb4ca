// Means of values that are never negative, such as revenue, from their sums.

import {
  type ArmEstimate,
  compare,
  type Interval,
  type Options,
  radiusAt,
  type SequentialComparison,
  unknown,
} from "./sequential.ts";

/** Below this many visitors with a non-zero value in any arm it is too early, because the test is asymptotic. */
export const leastNonZero = 200;

/** Of another value of the same visitors: its own sums, and the sum of the products with the value. */
type Paired = { sum: number; squares: number; products: number };
/** Every visitor counts, also those with a value of zero. */
type Sums = { visitors: number; sum: number; squares: number };
type MeanArm = Sums & { covariate?: Paired };
type RatioArm = Sums & { denominator: Paired };
type Difference = Pick<SequentialComparison, "absolute"> & {
  difference: number | null;
  relative: Interval & { lift: number | null };
};

export function confidenceSequenceMean(arm: Sums, options: Options = {}): Interval & { mean: number | null } {
  const { visitors, mean, variance } = meanOf(arm) ?? { visitors: 0, mean: null, variance: null };
  const sequence = radiusAt(visitors, options);
  if (mean === null || variance === null || variance === 0 || sequence === null) {
    return { mean, lower: null, upper: null };
  }
  const half = Math.sqrt(sequence.radius2 * variance);
  return { mean, lower: mean - half, upper: mean + half };
}

/** Revenue per visitor, for example: the variant's mean minus the control's. */
export function meanDifference(control: Sums, variant: Sums, options: Options = {}): Difference {
  return differenceOf(meanOf(control), meanOf(variant), options);
}

/** A ratio of two sums, such as revenue to orders. The unit is still the visitor, who may order more than once. */
export function ratioDifference(control: RatioArm, variant: RatioArm, options: Options = {}): Difference {
  return differenceOf(ratioOf(control), ratioOf(variant), options);
}

/**
 * Subtracts the part of the values that the covariate, such as earlier revenue, explains. One factor for all arms leaves
 * their expected difference as it is. `removed` is the share of the variance within the arms that this removes.
 */
export function cuped(...arms: readonly MeanArm[]) {
  const spreads = arms.flatMap((arm) => spreadsOf(arm) ?? []);
  if (spreads.length === 0 || spreads.length < arms.length) {
    return { theta: null, arms: arms.map(() => null), removed: null };
  }
  const total = (one: "values" | "covariate" | "together") => spreads.reduce((sum, spread) => sum + spread[one], 0);
  const theta = total("covariate") > 0 ? total("together") / total("covariate") : 0;
  const count = arms.reduce((sum, { visitors }) => sum + visitors, 0);
  const mean = arms.reduce((sum, { covariate }) => sum + (covariate?.sum ?? 0), 0) / count;
  return {
    theta,
    arms: arms.map(({ visitors, sum, covariate }, at) => {
      const { values, covariate: earlier, together } = spreads[at] as Spreads;
      const adjusted = sum - theta * ((covariate?.sum ?? 0) - visitors * mean);
      const spread = Math.max(0, values - 2 * theta * together + theta ** 2 * earlier);
      return { visitors, sum: adjusted, squares: spread + adjusted ** 2 / visitors };
    }),
    removed: total("values") > 0 ? Math.min(1, (theta * total("together")) / total("values")) : null,
  };
}

type PointEstimate = Omit<ArmEstimate, "variance"> & { variance: number | null };

function differenceOf(control: PointEstimate | null, variant: PointEstimate | null, options: Options): Difference {
  if (control === null || variant === null) {
    return { difference: null, absolute: unknown.absolute, relative: { ...unknown.relative, lift: null } };
  }
  const { absolute, relative } = isSpread(control) && isSpread(variant) ? compare(control, variant, options) : unknown;
  const lift = control.mean > 0 ? variant.mean / control.mean - 1 : null;
  return { difference: variant.mean - control.mean, absolute, relative: { ...relative, lift } };
}

function isSpread(estimate: PointEstimate): estimate is ArmEstimate {
  return estimate.variance !== null;
}

function meanOf({ visitors, sum, squares }: Sums): PointEstimate | null {
  const spread = spreadOf(visitors, sum, squares);
  return spread === null ? null : { visitors, mean: sum / visitors, variance: varianceOf(spread, visitors) };
}

/** The delta method: a ratio varies as the mean of (value - ratio × denominator) / mean denominator. */
function ratioOf({ visitors, sum, squares, denominator }: RatioArm): PointEstimate | null {
  const spreads = [spreadOf(visitors, sum, squares), spreadOf(visitors, denominator.sum, denominator.squares)];
  if (spreads.includes(null)) return null;
  const ratio = sum / denominator.sum;
  const residuals = squares - 2 * ratio * denominator.products + ratio ** 2 * denominator.squares;
  const spread = withoutRounding(residuals, squares);
  if (spread === null) return null;
  const scale = denominator.sum / visitors;
  return { visitors, mean: ratio, variance: varianceOf(spread / scale ** 2, visitors) };
}

function varianceOf(spread: number, visitors: number): number | null {
  return visitors > 1 ? spread / (visitors - 1) / visitors : null;
}

/** The sum of the squared distances from the mean. */
function spreadOf(visitors: number, sum: number, squares: number): number | null {
  return visitors > 0 && Number.isFinite(visitors) ? withoutRounding(squares - sum ** 2 / visitors, squares) : null;
}

/** A difference of sums may miss zero by their rounding. Below that, or not finite, it belongs to no values at all. */
function withoutRounding(spread: number, squares: number): number | null {
  if (Math.abs(spread) <= squares * 1e-12) return 0;
  return spread > 0 && Number.isFinite(spread) ? spread : null;
}

type Spreads = { values: number; covariate: number; together: number };

function spreadsOf({ visitors, sum, squares, covariate }: MeanArm): Spreads | null {
  if (covariate === undefined) return null;
  const values = spreadOf(visitors, sum, squares);
  const earlier = spreadOf(visitors, covariate.sum, covariate.squares);
  const together = covariate.products - (sum * covariate.sum) / visitors;
  if (values === null || earlier === null) return null;
  // No values have a covariance above the product of their deviations.
  const most = values * earlier + squares * covariate.squares * 1e-12;
  if (!(together ** 2 <= most)) return null;
  return { values, covariate: earlier, together };
}
