export type ChartSeries = {
  id: string;
  label: string;
  /** One for each point; null where nothing is known: the line has a gap there. */
  values: readonly (number | null)[];
};

export type Points = { count: number; series: readonly ChartSeries[] };

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

/** So many places, evenly, for what is written at the axis: measuring each of thousands of words would take long. */
export function placesOf(count: number, most = 8): number[] {
  const step = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / step) }, (_, n) => n * step);
}

/** Left and right of where lines are drawn, in pixels: by them the point under a pointer is found. */
export const plotInsets = { left: 60, right: 12 };

/** Which point lies at a part of the width, from 0 to 1. */
export function pointAt(part: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.round(part * (count - 1))));
}

/** Where a key leads from a point, or undefined where it is no key of charts. */
export function pointAfter(key: string, at: number, count: number): number | undefined {
  const page = Math.max(1, Math.round(count / 10));
  const steps: Record<string, number> = {
    ...{ ArrowRight: at + 1, ArrowUp: at + 1, ArrowLeft: at - 1, ArrowDown: at - 1 },
    ...{ PageUp: at + page, PageDown: at - page, Home: 0, End: count - 1 },
  };
  const to = steps[key];
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
}
