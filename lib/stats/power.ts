// Plans a test that is evaluated once, at its end.

import { criticalValue, erfc } from "./tails.ts";

/** Visitors in each arm of a two-sided test. `relativeMde` is a relative change of the base rate. */
export function sampleSizePerArm(base: number, relativeMde: number, alpha = 0.05, power = 0.8): number | null {
  const spread = spreadOf(base, base * (1 + relativeMde));
  const z = criticalValue(1 - alpha);
  const beta = powerQuantile(power);
  if (spread === null || spread.difference === 0 || z === null || beta === null) return null;
  // Fleiss, Levin and Paik 2003, formula 4.14.
  const reach = z * spread.same + beta * spread.apart;
  return reach > 0 ? Math.ceil((reach / spread.difference) ** 2) : null;
}

export function achievedPower(base: number, relativeMde: number, perArm: number, alpha = 0.05): number | null {
  return powerOf(spreadOf(base, base * (1 + relativeMde)), perArm, criticalValue(1 - alpha));
}

function powerOf(spread: Spread | null, perArm: number, z: number | null): number | null {
  if (spread === null || z === null || !(perArm > 0 && Number.isFinite(perArm))) return null;
  const { difference, same, apart } = spread;
  const shift = difference * Math.sqrt(perArm);
  const tail = (from: number) => erfc(from / apart / Math.SQRT2) / 2;
  return tail(z * same - shift) + tail(z * same + shift);
}

export function minimumDetectableEffect(base: number, perArm: number, alpha = 0.05, power = 0.8): number | null {
  if (!(base > 0 && base < 1) || !(power > 0 && power < 1)) return null;
  const z = criticalValue(1 - alpha);
  const enough = (difference: number) => (powerOf(spreadOf(base, base + difference), perArm, z) ?? 0) >= power;
  let high = 1 - base;
  let low = high * 2 ** -60;
  // Just below a rate of one, at which there is no variance.
  if (!enough(high * (1 - 2 ** -40)) || enough(low)) return null;
  // The power grows with the difference. Bisecting in proportion keeps all digits of a small difference.
  while (high / low > 1 + 1e-14) {
    const middle = Math.sqrt(low * high);
    if (middle <= low || middle >= high) break;
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high / base;
}

function powerQuantile(power: number): number | null {
  if (!(power > 0 && power < 1)) return null;
  // The interval of this level leaves 1 - power above it. For a power below one half, the quantile is negative.
  const beta = power === 0.5 ? 0 : criticalValue(Math.abs(2 * power - 1));
  return beta === null || power >= 0.5 ? beta : -beta;
}

type Spread = { difference: number; same: number; apart: number };

/** The standard deviation of a difference, times √n, if the rates are the same and if they differ. */
function spreadOf(p0: number, p1: number): Spread | null {
  if (!(p0 > 0 && p0 < 1 && p1 > 0 && p1 < 1)) return null;
  const mean = (p0 + p1) / 2;
  return {
    difference: Math.abs(p1 - p0),
    same: Math.sqrt(2 * mean * (1 - mean)),
    apart: Math.sqrt(p0 * (1 - p0) + p1 * (1 - p1)),
  };
}
