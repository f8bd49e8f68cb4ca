/** Returns about `steps` even, round values that include zero; only whole numbers if all values are whole. */
export function roundValues(values: readonly (number | null | undefined)[], steps = 4): number[] {
  let low = 0;
  let high = 0;
  let whole = true;
  for (const value of values) {
    if (value === null || value === undefined) continue;
    if (value < low) low = value;
    if (value > high) high = value;
    whole &&= Number.isInteger(value);
  }
  if (low === high) return [0];
  const rough = (high - low) / steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const parts = whole && power < 10 ? [1, 2, 5] : [1, 2, 2.5, 5];
  const part = parts.find((each) => each * power >= rough * almostOne) ?? 10;
  const step = Math.max(whole ? 1 : 0, part * power);
  const first = Math.floor((low / step) * almostOne);
  const last = Math.ceil((high / step) * almostOne);
  // Without rounding, binary fractions add up to 0.30000000000000004.
  return Array.from({ length: last - first + 1 }, (_, n) => Number(((first + n) * step).toPrecision(12)));
}

/** An error of binary fractions must not add another step to the axis. */
const almostOne = 1 - 1e-12;

export function scaleOf([low, high]: readonly [number, number], [from, to]: readonly [number, number]) {
  return (value: number) => from + ((value - low) / (high - low || 1)) * (to - from);
}

/** A place in a box, in percent of it. */
export const rounded = (place: number): number => Number(place.toFixed(3));
export const percent = (place: number): string => `${rounded(place)}%`;

/** Pixels; a letter's width is estimated, because measuring text would force another layout of the page. */
const letter = 7;
const gap = 24;

/** Narrower containers hide a label with the class. */
const classes = [
  [120, "@max-[120px]:hidden"],
  [180, "@max-[180px]:hidden"],
  [240, "@max-[240px]:hidden"],
  [320, "@max-[320px]:hidden"],
  [400, "@max-[400px]:hidden"],
  [480, "@max-[480px]:hidden"],
  [560, "@max-[560px]:hidden"],
  [640, "@max-[640px]:hidden"],
  [800, "@max-[800px]:hidden"],
  [960, "@max-[960px]:hidden"],
] as const;

/**
 * Returns for each label along an axis the class that hides it where there is no room for all: first every second
 * label, then all but every fourth, and so on. The first label is never hidden.
 */
export function hiddenWhereNarrow(labels: readonly { text: string }[]): (string | undefined)[] {
  const widest = Math.max(0, ...labels.map(({ text }) => text.length * letter)) + gap;
  return labels.map((_, at) => {
    // The highest power of two that divides the place of the label is the distance between the labels that stay with it.
    const distance = at & -at;
    const room = (labels.length * widest) / distance;
    return at === 0 ? undefined : (classes.find(([width]) => width >= room) ?? classes.at(-1))?.[1];
  });
}

export function levelsOf(values: readonly number[], most: number): { from: number; to: number }[] {
  const highest = Math.max(0, ...values);
  const step = Math.ceil(highest / most);
  return Array.from({ length: step && Math.ceil(highest / step) }, (_, n) => ({
    from: n * step + 1,
    to: (n + 1) * step,
  }));
}
