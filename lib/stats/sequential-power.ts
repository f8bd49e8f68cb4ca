// Plans a test that is evaluated by the always-valid test at equally spaced looks, and may be decided at any of them.

import { chanceToStay } from "./crossing.ts";
import { radiusAt } from "./sequential.ts";

type Test = {
  alpha?: number;
  /** With the control. Each variant is planned at the strictest level that Holm may ask of it. */
  arms?: number;
  looks: number;
};
/** A mean if there is a standard deviation, otherwise a rate. */
type Base = { base: number; deviation?: number };
/** The effect is relative to the base. In a mean it multiplies every value, so the deviation as well. */
type Effect = Base & { effect: number };
/** By default, the sequence is tightest at the planned number of visitors of a comparison, which is that of two arms. */
type Size = { perArm: number; tuning?: number };

/** More looks would take a browser longer than a moment, and change little. */
export const mostLooks = 400;

/** The chance that the test is decided by the last look, at which each arm has `perArm` visitors. */
export function sequentialPower({ perArm, tuning, ...plan }: Effect & Test & Size): number | null {
  const signal = signalOf(plan);
  const stay = stayOf(plan, perArm, tuning);
  return signal === null || stay === null ? null : 1 - stay(signal * Math.sqrt(perArm));
}

/** The visitors of each arm at the last look, at which the sequence is tightest. */
export function sequentialSampleSize({ power = 0.8, ...plan }: Effect & Test & { power?: number }): number | null {
  const signal = signalOf(plan);
  const shift = shiftOf(stayOf(plan, 1), power);
  return signal === null || signal === 0 || shift === null ? null : Math.ceil((shift / signal) ** 2);
}

/** The difference in units of the standard error that one visitor in each arm would have. */
function signalOf({ base, effect, deviation }: Effect): number | null {
  const other = base * (1 + effect);
  if (!(base > 0 && other > 0 && Number.isFinite(other))) return null;
  const difference = Math.abs(base * effect);
  if (deviation !== undefined) {
    return deviation > 0 && Number.isFinite(deviation)
      ? difference / Math.hypot(deviation, deviation * (1 + effect))
      : null;
  }
  return base < 1 && other < 1 ? difference / Math.sqrt(base * (1 - base) + other * (1 - other)) : null;
}

function stayOf({ alpha = 0.05, arms = 2, looks }: Test, perArm: number, tuning = 2 * perArm) {
  const whole = Number.isInteger(looks) && looks >= 1 && looks <= mostLooks && Number.isInteger(arms) && arms >= 2;
  if (!whole || !(perArm > 0 && Number.isFinite(perArm))) return null;
  const bounds = Array.from({ length: looks }, (_, look) => {
    const sequence = radiusAt((2 * perArm * (look + 1)) / looks, { alpha, level: alpha / (arms - 1), tuning });
    return Math.sqrt(sequence?.radius2 ?? Number.NaN);
  });
  return bounds.some(Number.isNaN) ? null : chanceToStay(bounds);
}

/** How many standard errors from zero the difference must lie at the last look. */
function shiftOf(stay: ((shift: number) => number) | null, power: number): number | null {
  const decided = (shift: number) => 1 - (stay?.(shift) ?? Number.NaN);
  if (!(power < 1 && power > decided(0))) return null;
  let [low, high] = [0, 1];
  while (decided(high) < power) high *= 2;
  while (high - low > 1e-13 * high) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    if (decided(middle) < power) low = middle;
    else high = middle;
  }
  return high;
}
