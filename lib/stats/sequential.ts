// An asymptotic confidence sequence (Waudby-Smith et al., arXiv 2103.06476): people may look after every visitor, and
// it still errs no more often than alpha. The interval of the lift inverts the test of the difference, so both exclude
// zero exactly if the p-value is below the level.

export type Interval = { lower: number | null; upper: number | null };
/** The sequence is tightest at `tuning` visitors. */
export type FamilyOptions = { alpha?: number; tuning?: number };
/** The intervals are drawn at `level`. The mixture and the p-value stay tuned to alpha. */
export type Options = FamilyOptions & { level?: number };
export type SequentialComparison = { absolute: Interval & { pValue: number | null }; relative: Interval };
/** The variance is that of the mean and not of one visitor. */
export type ArmEstimate = { visitors: number; mean: number; variance: number };

const none = { lower: null, upper: null };
export const unknown: SequentialComparison = { absolute: { ...none, pValue: null }, relative: none };

/** How many standard errors an estimate from this many visitors may be off, squared. */
export function radiusAt(visitors: number, { alpha = 0.05, level = alpha, tuning = 5000 }: Options) {
  if (!(alpha > 0 && alpha < 1 && level > 0 && level < 1 && tuning > 0 && Number.isFinite(tuning))) return null;
  const rho2 = (-2 * Math.log(alpha) + Math.log(-2 * Math.log(alpha) + 1)) / tuning;
  const grown = visitors * rho2 + 1;
  const radius2 = ((2 * grown) / (visitors * rho2)) * (Math.log(grown) / 2 - Math.log(level));
  return { rho2, grown, radius2 };
}

/** For values that are never negative, so no lift is below -100 %. */
export function compare(control: ArmEstimate, variant: ArmEstimate, options: Options): SequentialComparison {
  const { mean: p0, variance: v0 } = control;
  const { mean: p1, variance: v1 } = variant;
  const n = control.visitors + variant.visitors;
  const sequence = radiusAt(n, options);
  const error = Math.sqrt(v0 + v1);
  if (sequence === null || error === 0) return unknown;

  const { rho2, grown, radius2 } = sequence;
  const { alpha = 0.05, level = alpha } = options;
  const radius = Math.sqrt(radius2);
  const difference = p1 - p0;
  const evidence = (rho2 * n * (difference / error) ** 2) / (2 * grown);
  // In logarithms, because one factor may overflow before the other reduces it.
  const pValue = Math.min(1, Math.exp(Math.log(grown) / 2 - evidence));
  const way = pValue < level ? Math.sign(difference) : 0;

  // All r with (p1 - r p0)² ≤ radius² (v1 + r² v0). They lie between two roots if the factor of the square is positive.
  const square = p0 ** 2 - radius2 * v0;
  const reach = radius * Math.sqrt(Math.max(0, v1 * square + v0 * p1 ** 2));
  const liftOf = (root: number) => Math.max(-1, root / square - 1);
  return {
    absolute: { ...onItsSide(way, difference - radius * error, difference + radius * error), pValue },
    relative: p0 > 0 && square > 0 ? onItsSide(way, liftOf(p0 * p1 - reach), liftOf(p0 * p1 + reach)) : none,
  };
}

/** Rounding must not let an interval contradict its p-value: a decided interval excludes zero, another contains it. */
function onItsSide(way: number, lower: number, upper: number): Interval {
  if (way > 0) return { lower: Math.max(lower, Number.MIN_VALUE), upper };
  if (way < 0) return { lower, upper: Math.min(upper, -Number.MIN_VALUE) };
  return { lower: Math.min(lower, 0), upper: Math.max(upper, 0) };
}

export type Judged<Found> = Found & { adjusted: number | null; decided: boolean };

/** Each interval is drawn at the level of its comparison under Holm, so it excludes zero exactly if that is decided. */
export function judge<Arm, Found extends SequentialComparison>(
  variants: readonly Arm[],
  { alpha = 0.05, tuning }: FamilyOptions,
  test: (variant: Arm, options: Options) => Found,
): Judged<Found>[] {
  const first = variants.map((variant) => test(variant, { alpha, tuning }));
  const pValues = first.map(({ absolute }) => absolute.pValue);
  const adjusted = holm(pValues);
  const levels = holmLevels(pValues, alpha);
  return variants.map((variant, at) => {
    const [pValue = null, level = alpha] = [pValues[at], levels[at]];
    const found = level === alpha ? (first[at] as Found) : test(variant, { alpha, level, tuning });
    return { ...found, adjusted: adjusted[at] ?? null, decided: pValue !== null && pValue < level };
  });
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
