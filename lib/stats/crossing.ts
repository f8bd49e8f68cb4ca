import { gaussLegendre } from "./quadrature.ts";

// Armitage, McPherson and Rowe 1969: the density of those who are still within the bounds is carried from look to look.
// It is computed once without drift, where it is symmetric, so half of it suffices. By Girsanov's theorem a drift only
// multiplies the last density.

/**
 * The chance that a test statistic with the mean `shift` at the last of equally spaced looks stays within its bound at
 * every look. The bounds are in standard errors.
 */
export function chanceToStay(bounds: readonly number[]): (shift: number) => number {
  const looks = bounds.length;
  const reach = bounds.map((bound, at) => bound * Math.sqrt((at + 1) / looks));
  const spread = 1 / Math.sqrt(looks);
  // This many nodes are exact to about 1e-10 at 100 looks.
  const rule = gaussLegendre(Math.ceil((nodesPerSpread * Math.max(...reach)) / spread) + 14);
  const points = reach.map((half) => rule.nodes.map((node) => (half * (1 + node)) / 2));
  const stepped = (distance: number) => {
    const exponent = (distance / spread) ** 2 / 2;
    return exponent > depth ? 0 : Math.exp(-exponent) / spread / Math.sqrt(2 * Math.PI);
  };

  let densities = (points[0] as number[]).map(stepped);
  for (let look = 1; look < looks; look++) {
    const before = points[look - 1] as number[];
    const half = (reach[look - 1] as number) / 2;
    const masses = densities.map((density, at) => density * half * (rule.weights[at] as number));
    densities = (points[look] as number[]).map((to) => {
      let sum = 0;
      for (let at = 0; at < before.length; at++) {
        const from = before[at] as number;
        sum += (masses[at] as number) * (stepped(to - from) + stepped(to + from));
      }
      return sum;
    });
  }

  const last = points[looks - 1] as number[];
  const half = (reach[looks - 1] as number) / 2;
  return (shift) => {
    let stayed = 0;
    for (const [at, point] of last.entries()) {
      const mass = (densities[at] as number) * half * (rule.weights[at] as number);
      const drift = Math.exp(shift * point - shift ** 2 / 2) + Math.exp(-shift * point - shift ** 2 / 2);
      stayed += mass * drift;
    }
    return Math.min(1, stayed);
  };
}

const nodesPerSpread = 1.4;
/** A step with a density this far below its peak, e^-26 or seven spreads, counts as zero. */
const depth = 26;
