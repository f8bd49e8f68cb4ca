import { lookOf } from "./looks";

export type ChartSeries = {
  id: string;
  label: string;
  /** One for each point; null where nothing is known: the line has a gap there. */
  values: readonly (number | null)[];
  /** Points whose value is that of several points together. They are drawn as steps, without markers. */
  steps?: readonly boolean[];
};

/** What is shaded between two values of each point; null where nothing is known. */
export type ChartArea = {
  id: string;
  label: string;
  from: readonly (number | null)[];
  to: readonly (number | null)[];
  color: string;
  outlined?: boolean;
};

type Points = { count: number; series: readonly Pick<ChartSeries, "values">[] };

/** Each series on top of those before it. Where one is not known, neither is the sum: all have a gap there. */
export function stack(series: readonly ChartSeries[]): { lines: ChartSeries[]; shaded: ChartArea[] } {
  const lines: ChartSeries[] = [];
  const shaded: ChartArea[] = [];
  let below: readonly (number | null)[] = (series[0]?.values ?? []).map((_, at) =>
    series.every(({ values }) => typeof values[at] === "number") ? 0 : null,
  );
  for (const [n, { id, label, values }] of series.entries()) {
    const from = below;
    const to = from.map((value, at) => (value === null ? null : value + (values[at] as number)));
    lines.push({ id, label, values: to });
    shaded.push({ id, label, from, to, color: lookOf(n).color });
    below = to;
  }
  return { lines, shaded };
}

/** So many are drawn; a line of more takes long to draw and looks the same. */
const mostPoints = 500;
/** With more than this, a marker at each point would hide the line. */
export const mostMarkers = 100;

/**
 * At most so many points, by leaving points out: of each stretch the lowest and the highest of every line stay, where they
 * are, so that no peak is lost, and one that is not known, so that a gap stays one. Which points are left, by their places.
 */
export function thin({ count, series }: Points, most = mostPoints): number[] {
  const all = Array.from({ length: count }, (_, at) => at);
  if (count <= most) return all;
  const stretches = Math.max(1, Math.floor((most - 2) / (3 * Math.max(1, series.length))));
  const kept = new Set([0, count - 1]);
  for (let stretch = 0; stretch < stretches; stretch++) {
    const from = Math.floor((stretch * count) / stretches);
    const to = Math.floor(((stretch + 1) * count) / stretches);
    for (const { values } of series) {
      let low = -1;
      let high = -1;
      let gap = -1;
      for (let at = from; at < to; at++) {
        const value = values[at];
        if (value === null || value === undefined) {
          if (gap < 0) gap = at;
          continue;
        }
        if (low < 0 || value < (values[low] as number)) low = at;
        if (high < 0 || value > (values[high] as number)) high = at;
      }
      for (const at of [low, high, gap]) if (at >= 0) kept.add(at);
    }
  }
  return all.filter((at) => kept.has(at));
}

/**
 * The points that are named at the axis, evenly and at most so many: measuring each of thousands of words would take long.
 * Where the steps between points differ, those that lie nearest to even places.
 */
export function placesOf(count: number, places?: readonly number[], most = 8): number[] {
  if (places) return [...new Set(Array.from({ length: most }, (_, n) => pointAt(n / (most - 1), count, places)))];
  const step = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / step) }, (_, n) => n * step);
}

/** Left and right of where lines are drawn, in pixels: by them the point under a pointer is found. */
export const plotInsets = { left: 60, right: 12 };

/** Which point lies at a part of the width, from 0 to 1. */
export function pointAt(part: number, count: number, places?: readonly number[]): number {
  if (!places) return Math.max(0, Math.min(count - 1, Math.round(part * (count - 1))));
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  const wanted = first + part * (last - first);
  const after = places.findIndex((place) => place >= wanted);
  if (after <= 0) return after === 0 ? 0 : count - 1;
  return wanted - (places[after - 1] as number) < (places[after] as number) - wanted ? after - 1 : after;
}

/**
 * Where a key leads from a point, or undefined where it is no key of charts. Of points in rows, the keys up and down lead to
 * another row, and Home and End to the ends of the row.
 */
export function pointAfter(key: string, at: number, count: number, row?: number): number | undefined {
  const page = Math.max(1, Math.round(count / 10));
  const begin = row ? at - (at % row) : 0;
  const steps: Record<string, number> = {
    ...{ ArrowRight: at + 1, ArrowLeft: at - 1, Home: begin, End: row ? begin + row - 1 : count - 1 },
    ...(row
      ? { ArrowUp: at < row ? at : at - row, ArrowDown: at + row < count ? at + row : at }
      : { ArrowUp: at + 1, ArrowDown: at - 1, PageUp: at + page, PageDown: at - page }),
  };
  const to = steps[key];
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
}
