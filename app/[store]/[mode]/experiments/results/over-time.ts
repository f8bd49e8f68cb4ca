import { controlIn } from "@/lib/contract/checkout/experiment-words";
import type { ExperimentBreakdown, ExperimentSums } from "@/lib/contract/checkout/experiments";
import type { Snapshot } from "@/lib/contract/desk/history";
import type { Arm, Bounds, Measure } from "./measure";
import { armsOf, rivalsOf } from "./verdict";

export type Point = Bounds & {
  at: number;
  lift: number;
  /** The test excludes zero exactly for lifts farther from zero than this. */
  same: number | null;
};

const hour = 3_600_000;

/** Returns the lift in pieces, because nothing is known about a gap. Each interval is the one that decided then. */
export function liftOverTime(snapshots: readonly Snapshot[], arm: string, everyHours: number): Point[][] {
  const pieces: Point[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const { taken_at, variants } of snapshots) {
    const at = Date.parse(taken_at);
    const point = pointOf(armsOf(variants) ?? [], arm, at);
    if (!point) continue;
    // Unchanged figures are stored only every `everyHours`, and one reading may be late.
    if (at - last > 3 * everyHours * hour) pieces.push([]);
    last = at;
    (pieces.at(-1) as Point[]).push(point);
  }
  return pieces;
}

function pointOf(arms: readonly Arm[], name: string, at: number, measure?: Measure): Point | null {
  const control = controlIn(arms);
  const rival = control && rivalsOf(arms, control, measure).find((one) => one.name === name);
  if (!rival || rival.lift === null) return null;
  const { lift, on, same } = rival;
  return { at, lift, lower: on.lift.lower, upper: on.lift.upper, same };
}

type Daily = ExperimentBreakdown["data"];

/** The lift of all visitors up to each day, by the day on which they first saw their variant. */
export function liftByDay(days: Daily, arm: string, measure: Measure): Point[] {
  const sums = new Map<string, Arm>();
  return [...days]
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .flatMap(({ key, variants }) => {
      for (const one of armsOf(variants) ?? []) sums.set(one.name, added(sums.get(one.name), one));
      return pointOf([...sums.values()], arm, Date.parse(`${key}T12:00:00Z`), measure) ?? [];
    });
}

function added(before: Arm | undefined, more: Arm): Arm {
  if (!before) return more;
  const { name, visitors, conversions } = before;
  const sums = before.sums && more.sums && totalOf(before.sums, more.sums);
  return { name, visitors: visitors + more.visitors, conversions: conversions + more.conversions, sums };
}

const totalOf = (one: ExperimentSums, other: ExperimentSums) =>
  Object.fromEntries(
    Object.entries(one).map(([name, value]) => [name, Number(value) + Number(other[name] ?? 0)]),
  ) as ExperimentSums;

/** What a drawing lacks, so that it can be explained: intervals of the first readings, and readings in between. */
export function missingIn(pieces: readonly Point[][]): { intervals: boolean; readings: boolean } {
  return { intervals: pieces[0]?.[0]?.same === null, readings: pieces.length > 1 };
}

type Place = { at: number } & { [K in "lift" | "lower" | "upper" | "same"]: number | null };

/** A place without values separates two pieces, so that the chart shows the gap. */
export function placesOf(pieces: readonly Point[][]): Place[] {
  return pieces.flatMap((piece, n) => {
    const [last, next] = [pieces[n - 1]?.at(-1), piece[0]];
    const gap = { lift: null, lower: null, upper: null, same: null };
    return last && next ? [{ at: (last.at + next.at) / 2, ...gap }, ...piece] : piece;
  });
}

/** The first quarter is ignored, because few visitors make its intervals far too wide for the axis. */
export function reachOf(points: readonly Point[]): readonly [number, number] {
  const settled = points.slice(Math.floor(points.length / 4));
  const lifts = settled.map(({ lift }) => lift);
  const most = Math.max(0.1, ...lifts.map(Math.abs)) * 2.5;
  const bounds = settled.flatMap(({ lower, upper, same }) =>
    [lower, upper, same, same && -same].filter((value) => value !== null),
  );
  return [Math.max(-most, -1, Math.min(0, ...lifts, ...bounds)), Math.min(most, Math.max(0, ...lifts, ...bounds))];
}

/** Figures no longer change after the end, so later readings are left out, unless too few would remain to draw. */
export function whileRunning(snapshots: readonly Snapshot[], ended: string | undefined): readonly Snapshot[] {
  if (ended === undefined) return snapshots;
  const end = Date.parse(ended);
  const within = snapshots.filter(({ taken_at }) => Date.parse(taken_at) <= end);
  return within.length > 1 ? within : snapshots;
}

const day = 24 * hour;

/** Counts visitors per day of the smallest variant over the last two weeks; null if the readings are too few. */
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
