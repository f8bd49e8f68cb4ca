export type ChartSeries = {
  id: string;
  label: string;
  /** One value for each point; null leaves a gap in the line. */
  values: readonly (number | null)[];
  /** Marks points whose value belongs to several points together; they are drawn as steps without markers. */
  steps?: readonly boolean[];
  /** Fills what is below the line, for a part of the series before. */
  filled?: boolean;
};

export type ChartArea = {
  id: string;
  label: string;
  from: readonly (number | null)[];
  to: readonly (number | null)[];
  color: string;
  outlined?: boolean;
};

/** A point as Recharts reads it; `key` is its place along the axis. */
export type ChartRow = { at: number; key: string | number } & {
  [key: `${"line" | "step"}${number}`]: number | null;
  [key: `area${number}`]: [number, number] | null;
};

export type ChartMark = { at: number; sign: string; text: string };

export type ChartStep = {
  id: string;
  label: string;
  value: number;
  figure: string;
  /** Between this step and the next one. */
  since: string | null;
};

export type ChartParts = { series: readonly ChartSeries[]; areas: readonly ChartArea[]; stacked: boolean };

/** If one part of a whole is unknown, so is the whole, and all stacked series have a gap there. */
export function rowsOf(
  { series, areas, stacked }: ChartParts,
  { kept, keyOf }: { kept: readonly number[]; keyOf: (at: number) => string | number },
): ChartRow[] {
  return kept.map((at) => {
    const row: ChartRow = { at, key: keyOf(at) };
    const isKnown = !stacked || series.every(({ values }) => typeof values[at] === "number");
    for (const [n, { values, steps }] of series.entries()) {
      row[`${steps?.[at] ? "step" : "line"}${n}`] = isKnown ? (values[at] ?? null) : null;
    }
    for (const [n, area] of areas.entries()) {
      const [from, to] = [area.from[at], area.to[at]];
      row[`area${n}`] = typeof from === "number" && typeof to === "number" ? [from, to] : null;
    }
    return row;
  });
}

type Points = { count: number; lines: readonly (readonly (number | null)[])[]; marks?: readonly { at: number }[] };

/**
 * Returns the indexes of at most a leap year's points; more take long to draw and look the same. Each stretch keeps the
 * lowest and the highest point of every line, so that no peak is lost, and one unknown point, so that a gap remains.
 */
export function thin({ count, lines, marks = [] }: Points, most = 366): number[] {
  const all = Array.from({ length: count }, (_, at) => at);
  if (count <= most) return all;
  const kept = new Set([0, count - 1, ...marks.map(({ at }) => at)]);
  const stretches = Math.max(1, Math.floor((most - kept.size) / (3 * Math.max(1, lines.length))));
  for (let stretch = 0; stretch < stretches; stretch++) {
    const places = all.slice((stretch * count) / stretches, ((stretch + 1) * count) / stretches);
    for (const values of lines) {
      const known = places.filter((at) => typeof values[at] === "number");
      const sorted = known.sort((a, b) => (values[a] as number) - (values[b] as number));
      const gap = places.find((at) => typeof values[at] !== "number");
      for (const at of [sorted[0], sorted.at(-1), gap]) if (at !== undefined) kept.add(at);
    }
  }
  return all.filter((at) => kept.has(at));
}

/** In pixels, at the size of the labels of an axis. Chinese and Japanese characters are wider than Latin letters. */
export const widthOf = (label: string): number => [...label].reduce((sum, sign) => sum + (sign > "\u2e7f" ? 12 : 7), 0);

type Room = { width: number; label: number; end: number };

/** Returns the keys whose labels fit beside one another into the width, and into the room after its `end`. */
export function fittingTicks(keys: readonly (string | number)[], { width, label, end }: Room): (string | number)[] {
  const [first = 0, last = 0] = [keys[0], keys.at(-1)].map(Number);
  const placeOf = (key: string | number, at: number) =>
    typeof key === "number" ? (key - first) / (last - first || 1) : at / (keys.length - 1 || 1);
  let free = Number.NEGATIVE_INFINITY;
  return keys.filter((key, at) => {
    const place = placeOf(key, at) * width;
    if (place < free || place + label / 2 > width + end) return false;
    free = place + label + leastGap;
    return true;
  });
}

const leastGap = 16;

/** A point between two gaps is on no line and needs a marker. */
export function isAlone(rows: readonly ChartRow[], at: number, key: `line${number}`): boolean {
  return rows[at]?.[key] != null && rows[at - 1]?.[key] == null && rows[at + 1]?.[key] == null;
}

/** Returns undefined for other keys. In charts with rows, up and down change the row, and Home and End stay in it. */
export function pointAfter(
  key: string,
  at: number,
  { first, last, row }: { first: number; last: number; row?: number | undefined },
): number | undefined {
  const page = Math.max(1, Math.round((last - first + 1) / 10));
  const begin = row ? at - (at % row) : first;
  const steps: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: begin,
    End: row ? begin + row - 1 : last,
    ...(row
      ? { ArrowUp: at - row < first ? at : at - row, ArrowDown: at + row > last ? at : at + row }
      : { ArrowUp: at + 1, ArrowDown: at - 1, PageUp: at + page, PageDown: at - page }),
  };
  const to = steps[key];
  return to === undefined ? undefined : Math.max(first, Math.min(last, to));
}

export function levelsOf(values: readonly number[], most: number): { from: number; to: number }[] {
  const highest = Math.max(0, ...values);
  const step = Math.ceil(highest / most);
  return Array.from({ length: step && Math.ceil(highest / step) }, (_, n) => ({
    from: n * step + 1,
    to: (n + 1) * step,
  }));
}
