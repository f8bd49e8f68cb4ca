// How many visitors a fixed-horizon test needs for an effect that somebody chose, and what a number of visitors can show.

import { criticalValue, erfc } from "./tails.ts";

/** Visitors an arm for a two-sided test to find a relative change of the base rate. */
export function sampleSizePerArm(base: number, relativeMde: number, alpha = 0.05, power = 0.8): number | null {
  const needed = visitorsFor(base, base * (1 + relativeMde), quantiles(alpha, power));
  return needed === null ? null : Math.ceil(needed);
}

/** With what chance that test finds the change, given so many visitors an arm. */
export function achievedPower(base: number, relativeMde: number, perArm: number, alpha = 0.05): number | null {
  const spread = spreadOf(base, base * (1 + relativeMde));
  const z = criticalValue(1 - alpha);
  if (spread === null || z === null || !(perArm > 0 && Number.isFinite(perArm))) return null;
  const { difference, same, apart } = spread;
  return erfc((z * same - difference * Math.sqrt(perArm)) / apart / Math.SQRT2) / 2;
}

/** The smallest relative rise of the base rate that the test finds with this power. */
export function minimumDetectableEffect(base: number, perArm: number, alpha = 0.05, power = 0.8): number | null {
  const z = quantiles(alpha, power);
  const enough = (difference: number) =>
    (visitorsFor(base, base + difference, z) ?? Number.POSITIVE_INFINITY) <= perArm;
  if (!(base > 0 && base < 1) || !(perArm > 0)) return null;
  let high = 1 - base;
  let low = high * 2 ** -60;
  // Just short of a rate of one, where nothing would be left to vary.
  if (!enough(high * (1 - 2 ** -40)) || enough(low)) return null;
  // What is needed falls as the difference grows; halving in proportion keeps all digits of a small one.
  while (high / low > 1 + 1e-14) {
    const middle = Math.sqrt(low * high);
    if (middle <= low || middle >= high) break;
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high / base;
}

type Quantiles = { alpha: number; beta: number };

function quantiles(alpha: number, power: number): Quantiles | null {
  const z = criticalValue(1 - alpha);
  if (z === null || !(power > 0 && power < 1)) return null;
  // The level whose interval leaves 1 - power above it; below one half it lies on the other side.
  const beta = power === 0.5 ? 0 : criticalValue(Math.abs(2 * power - 1));
  return beta === null ? null : { alpha: z, beta: power < 0.5 ? -beta : beta };
}

/** Fleiss, Levin and Paik 2003, formula 4.14. */
function visitorsFor(p0: number, p1: number, z: Quantiles | null): number | null {
  const spread = spreadOf(p0, p1);
  if (spread === null || z === null) return null;
  const reach = z.alpha * spread.same + z.beta * spread.apart;
  return reach > 0 ? (reach / spread.difference) ** 2 : null;
}

/** The standard deviation of a difference, times √n, where the rates are the same and where they are not. */
function spreadOf(p0: number, p1: number): { difference: number; same: number; apart: number } | null {
  if (!(p0 > 0 && p0 < 1 && p1 > 0 && p1 < 1) || p0 === p1) return null;
  const mean = (p0 + p1) / 2;
  return {
    difference: Math.abs(p1 - p0),
    same: Math.sqrt(2 * mean * (1 - mean)),
    apart: Math.sqrt(p0 * (1 - p0) + p1 * (1 - p1)),
  };
}
