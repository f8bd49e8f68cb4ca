import { lookOf } from "./looks";

export type ChartSeries = {
  id: string;
  label: string;
  /** One value for each point; null leaves a gap in the line. */
  values: readonly (number | null)[];
  /** Marks points whose value belongs to several points together; they are drawn as steps without markers. */
  steps?: readonly boolean[];
};

export type ChartArea = {
  id: string;
  label: string;
  from: readonly (number | null)[];
  to: readonly (number | null)[];
  color: string;
  outlined?: boolean;
};

type Points = { count: number; series: readonly Pick<ChartSeries, "values">[] };

/** Stacks each series on those before it. If one value is unknown, so is the sum, and all series have a gap there. */
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

/** More points take long to draw and look the same. */
const mostPoints = 500;
/** With more points than those of two weeks, lines have no markers, because each marker is an element of the page. */
export const mostMarkers = 14;

/**
 * Returns the indexes of at most `most` points. Each stretch keeps the lowest and the highest point of every line, so
 * that no peak is lost, and one unknown point, so that a gap remains.
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
 * Returns evenly spread points for axis labels, at most `most`, because measuring thousands of words takes long. If the
 * distances between points differ, the points nearest to even positions are returned.
 */
export function placesOf(count: number, places?: readonly number[], most = 8): number[] {
  if (places) return [...new Set(Array.from({ length: most }, (_, n) => pointAt(n / (most - 1), count, places)))];
  const step = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / step) }, (_, n) => n * step);
}

/** Pixels beside the lines, which are needed to find the point under a pointer; `line-drawing.tsx` leaves them free. */
export const plotInsets = { left: 60, right: 12 };

/** `part` is a position in the width, from 0 to 1. */
export function pointAt(part: number, count: number, places?: readonly number[]): number {
  if (!places) return Math.max(0, Math.min(count - 1, Math.round(part * (count - 1))));
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  const wanted = first + part * (last - first);
  const after = places.findIndex((place) => place >= wanted);
  if (after <= 0) return after === 0 ? 0 : count - 1;
  return wanted - (places[after - 1] as number) < (places[after] as number) - wanted ? after - 1 : after;
}

/** Returns undefined for other keys. In charts with rows, up and down change the row, and Home and End stay in it. */
export function pointAfter(key: string, at: number, count: number, row?: number): number | undefined {
  const page = Math.max(1, Math.round(count / 10));
  const begin = row ? at - (at % row) : 0;
  const steps: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: begin,
    End: row ? begin + row - 1 : count - 1,
    ...(row
      ? { ArrowUp: at < row ? at : at - row, ArrowDown: at + row < count ? at + row : at }
      : { ArrowUp: at + 1, ArrowDown: at - 1, PageUp: at + page, PageDown: at - page }),
  };
  const to = steps[key];
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
}
