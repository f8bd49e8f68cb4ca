import type { Snapshot } from "@/lib/contract/desk/history";
import { alwaysValid, liftInterval } from "@/lib/stats/index";
import { type Arm, armsOf, controlOf } from "./arms";
import { type Bounds, countsOf } from "./study";

export type Point = Bounds & { at: number; lift: number };

const hour = 3_600_000;

/** The lift of one variant from reading to reading, in pieces: over a gap nobody knows what it was. */
export function liftOverTime(snapshots: readonly Snapshot[], arm: string, everyHours: number): Point[][] {
  const pieces: Point[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const { taken_at, variants } of snapshots) {
    const arms = armsOf(variants) ?? [];
    const control = controlOf(arms);
    const variant = arms.find(({ name }) => name === arm);
    if (!control || !variant || variant === control) continue;
    const { lift } = liftInterval(...countsOf(control, variant));
    if (lift === null) continue;
    const at = Date.parse(taken_at);
    // Unchanged figures are kept again only every so often, and one reading may be late.
    if (at - last > 3 * everyHours * hour) pieces.push([]);
    last = at;
    (pieces.at(-1) as Point[]).push({ at, lift, ...alwaysValid(...countsOf(control, variant)).relative });
  }
  return pieces;
}

/** What was read while it ran: afterwards nothing changes any more. All there is where that is too little to draw. */
export function whileRunning(snapshots: readonly Snapshot[], ended: string | undefined): readonly Snapshot[] {
  if (ended === undefined) return snapshots;
  const end = Date.parse(ended);
  const within = snapshots.filter(({ taken_at }) => Date.parse(taken_at) <= end);
  return within.length > 1 ? within : snapshots;
}

const day = 24 * hour;

/** Visitors a day of the arm that gets the fewest, over the last two weeks; null where the readings do not tell. */
export function paceOf(snapshots: readonly Snapshot[]): number | null {
  const least = (variants: readonly Arm[]) => Math.min(...variants.map(({ visitors }) => visitors));
  const known = snapshots.flatMap(({ taken_at, variants }) => {
    const arms = armsOf(variants);
    return arms && arms.length > 1 ? [{ at: Date.parse(taken_at), visitors: least(arms) }] : [];
  });
  const last = known.at(-1);
  const first = last && known.find(({ at }) => last.at - at <= 14 * day);
  if (!last || !first || last.at - first.at < day) return null;
  const pace = ((last.visitors - first.visitors) / (last.at - first.at)) * day;
  return pace > 0 ? pace : null;
}
