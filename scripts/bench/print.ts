import { note } from "./table.ts";

export type Figures = { perSecond: number; p50: number; p99: number; answered: number; failed: number };
type Sides = Record<string, () => Promise<Figures>>;

/** Runs the sides in turns, so that disturbances affect all of them alike. */
export async function compare(sides: Sides, rounds: number): Promise<Record<string, Figures[]>> {
  const figures: Record<string, Figures[]> = Object.fromEntries(Object.keys(sides).map((side) => [side, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [side, measure] of Object.entries(sides)) figures[side]?.push(await measure());
  }
  return figures;
}

export function printHead(): void {
  console.log("operation                 server         per s    p50 ms    p99 ms   of floor    wanted");
}

/** Prints medians of the rounds, and the median ratio to the baseline. True if `wanted` is met and nothing failed. */
export function report(
  operation: string,
  figures: Record<string, Figures[]>,
  wanted: number,
  floor = "floor",
): boolean {
  let kept = true;
  for (const [side, rounds] of Object.entries(figures)) {
    const { perSecond, p50, p99 } = middle(rounds, (round) => round.perSecond);
    const failed = rounds.reduce((sum, round) => sum + round.failed, 0);
    const share = middle(
      rounds.map((round, n) => round.perSecond / (figures[floor]?.[n]?.perSecond ?? 1)),
      (value) => value,
    );
    const judged = side === "service";
    const met = failed === 0 && (!judged || share >= wanted);
    kept &&= met;
    const cells = [perSecond.toFixed(0).padStart(10), ms(p50), ms(p99), share.toFixed(2).padStart(11)].join("");
    const verdict = `${judged ? wanted.toFixed(2).padStart(10) : ""}${failed ? `   ${failed} FAILED` : ""}${met ? "" : "   MISSED"}`;
    if (judged)
      noteShare(operation, {
        perSecond,
        floor: middle(figures[floor] ?? [], (one) => one.perSecond),
        share,
        wanted,
        met,
      });
    console.log(`${operation.padEnd(26)}${side.padEnd(10)}${cells}${verdict}`);
  }
  return kept;
}

type Share = { perSecond: number; floor: Figures; share: number; wanted: number; met: boolean };

function noteShare(what: string, { perSecond, floor, share, wanted, met }: Share): void {
  const [ours, theirs] = [perSecond, floor.perSecond].map((value) => `${value.toFixed(0)}/s`) as [string, string];
  note({ what, ours, floor: theirs, ratio: share, wanted: `≥ ${wanted.toFixed(2)}`, met });
}

export function middle<T>(values: readonly T[], by: (value: T) => number): T {
  const sorted = [...values].sort((a, b) => by(a) - by(b));
  return sorted[Math.floor((sorted.length - 1) / 2)] as T;
}

export function toFigures(times: number[], elapsedMs: number, count = times.length, failed = 0): Figures {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { perSecond: count / (elapsedMs / 1000), p50: at(0.5), p99: at(0.99), answered: count - failed, failed };
}

const ms = (value: number) => value.toFixed(1).padStart(10);
