import type { Comparison } from "../study";

export type Axis = { from: number; to: number; ticks: number[] };

/** Wide enough for what is known well, so that one variant that nobody saw does not press all others flat. */
const widest = 5;

/** One axis for all rows: with zero, the fixed intervals, and as much of the wider ones as leaves these readable. */
export function axisOf(comparisons: readonly Comparison[]): Axis {
  const known = (values: (number | null)[]) => values.filter((value) => value !== null);
  const inner = known(comparisons.flatMap(({ lift, fixed }) => [lift, fixed.lower, fixed.upper]));
  const outer = known(comparisons.flatMap(({ always }) => [always.lower, always.upper]));
  const near = Math.max(0.05, ...inner.map(Math.abs)) * 2.5;
  const lower = Math.max(-1, -near, Math.min(0, ...inner, ...outer));
  const upper = Math.min(widest, near, Math.max(0, ...inner, ...outer));
  const step = stepFor(Math.max(upper - lower, 0.01) / 4);
  // No rate falls by more than all of it.
  const from = lower === -1 && step <= 1 ? -1 : Math.floor(lower / step - 1e-9) * step;
  const to = Math.ceil(upper / step + 1e-9) * step;
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, at) => from + at * step);
  return { from, to, ticks: ticks.map((tick) => (Math.abs(tick) < 1e-9 ? 0 : tick)) };
}

function stepFor(rough: number): number {
  const unit = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5, 10].find((times) => times * unit >= rough) ?? 10) * unit;
}

/** In hundredths of the width, and whether it lies beyond an end. */
export function placeOn({ from, to }: Axis, value: number): number {
  return Math.min(100, Math.max(0, ((value - from) / (to - from)) * 100));
}
