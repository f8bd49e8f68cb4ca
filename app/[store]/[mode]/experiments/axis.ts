import type { Estimate, Scale } from "./results/verdict";

export type Axis = { from: number; to: number; ticks: number[] };

/** `usual` is the reach of an axis without data, `most` the limit of any axis. */
const reach = { lift: { usual: 0.1, most: 5 }, points: { usual: 0.01, most: 1 } };

/** One axis shows zero and every value of all rows; a row's wide interval may extend beyond it. */
export function axisOf(estimates: readonly Estimate[], scale: Scale): Axis {
  const { usual, most } = reach[scale];
  const known = estimates.map(({ value, lower, upper }) => [value, lower, upper].filter((one) => one !== null));
  const reaches = known
    .flatMap((row) => (row.length > 0 ? [Math.max(...row.map(Math.abs))] : []))
    .sort((a, b) => a - b);
  const typical = reaches[Math.floor(reaches.length / 2)] || usual;
  const near = Math.max(2.5 * typical, ...estimates.map(({ value }) => Math.abs(value ?? 0)));
  const all = known.flat();
  const lower = Math.max(-1, -near, Math.min(0, ...all));
  const upper = Math.min(most, near, Math.max(0, ...all));
  const step = stepFor((upper - lower || usual) / 4);
  // No rate can fall by more than 100 %.
  const from = lower === -1 && step <= 1 ? -1 : Math.floor(lower / step - 1e-9) * step;
  const to = Math.ceil(upper / step + 1e-9) * step;
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, at) => from + at * step);
  return { from, to, ticks: ticks.map((tick) => (Math.abs(tick) < step / 1e6 ? 0 : tick)) };
}

function stepFor(rough: number): number {
  const unit = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find((times) => times * unit >= rough * (1 - 1e-9)) ?? 10) * unit;
}

/** Returns hundredths of the width; a value beyond an end is placed at that end. */
export function placeOn({ from, to }: Axis, value: number): number {
  return Math.min(100, Math.max(0, ((value - from) / (to - from)) * 100));
}
