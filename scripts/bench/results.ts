// Each figure is printed beside its baseline from the same run, with its limits.

export type Result = {
  what: string;
  ours: number;
  unit: keyof typeof digits;
  /** The least that the same work could cost. */
  floor?: number;
  /** `most` limits the figure, the others its ratio to the baseline. */
  limits?: { most?: number; mostTimes?: number | undefined; leastTimes?: number };
  /** Other figures of the same measurement, some of them with a limit of their own. */
  also?: { text: string; met?: boolean }[];
};
export type Speed = { perSecond: number; p50: number; p99: number; answered: number; failed: number };

const digits = { ms: 1, KB: 1, MB: 0, "/s": 0, calls: 0, rows: 0, bytes: 0 };
let missed = 0;

export const missedLimits = (): number => missed;

export function printHead(bench: string): void {
  console.log(`\n${toRow([bench, "ours", "floor", "ratio"])}limits`);
}

export function record({ what, ours, unit, floor, limits = {}, also = [] }: Result): void {
  const { most = Infinity, mostTimes = Infinity, leastTimes = 0 } = limits;
  const ratio = floor === undefined ? undefined : ours / floor;
  const met =
    ours <= most &&
    (ratio === undefined || (ratio <= mostTimes && ratio >= leastTimes)) &&
    also.every((figure) => figure.met !== false);
  if (!met) missed++;
  const say = (value: number) => `${value.toFixed(digits[unit])} ${unit}`;
  const cells = [what, say(ours), floor === undefined ? "" : say(floor), ratio === undefined ? "" : ratio.toFixed(2)];
  const rest = [
    ...(met ? [] : ["MISSED"]),
    ...(limits.most === undefined ? [] : [`≤ ${most} ${unit}`]),
    ...(limits.mostTimes === undefined ? [] : [`≤ ${mostTimes} ×`]),
    ...(limits.leastTimes === undefined ? [] : [`≥ ${leastTimes} ×`]),
    ...also.map(({ text, met }) => (met === false ? `${text} (MISSED)` : text)),
  ];
  console.log(toRow(cells) + rest.join(", "));
}

/** Records the medians of the rounds. No request may have failed. */
export function recordSpeed(what: string, ours: Speed[], floor: Speed[], leastTimes?: number): void {
  const of = (rounds: Speed[], figure: keyof Speed) => median(rounds.map((round) => round[figure]));
  const failed = [...ours, ...floor].reduce((sum, round) => sum + round.failed, 0);
  record({
    what,
    ours: of(ours, "perSecond"),
    unit: "/s",
    floor: of(floor, "perSecond"),
    ...(leastTimes !== undefined && { limits: { leastTimes } }),
    also: [
      { text: `p50 ${of(ours, "p50").toFixed(1)} ms` },
      { text: `p99 ${of(ours, "p99").toFixed(1)} ms` },
      { text: `${failed} failed`, met: failed === 0 },
    ],
  });
}

/** Runs the sides in turns, so that disturbances affect all of them alike. */
export async function inTurns<Side extends string, T>(
  sides: Record<Side, () => Promise<T>>,
  rounds: number,
): Promise<Record<Side, T[]>> {
  const names = Object.keys(sides) as Side[];
  const all = Object.fromEntries(names.map((side) => [side, []])) as unknown as Record<Side, T[]>;
  for (let round = 0; round < rounds; round++) {
    for (const side of names) all[side].push(await sides[side]());
  }
  return all;
}

export async function timed<T>(act: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const begun = performance.now();
  const value = await act();
  return { value, ms: performance.now() - begun };
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function toSpeed(times: number[], elapsedMs: number, failed = 0): Speed {
  return {
    perSecond: times.length / (elapsedMs / 1000),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    answered: times.length - failed,
    failed,
  };
}

function toRow([what = "", ...figures]: string[]): string {
  return `${what.padEnd(46)}${figures.map((cell) => cell.padStart(12)).join("")}   `;
}
