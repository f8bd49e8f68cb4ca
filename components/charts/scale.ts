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

/** A letter's width is estimated, because measuring text would force another layout of the page. */
const letter = 7;
export const widthOf = (text: string): number => text.length * letter;

export function everyThat<T extends { text: string }>(words: readonly T[], width: number, gap = 24): T[] {
  const widest = Math.max(1, ...words.map(({ text }) => widthOf(text))) + gap;
  const every = Math.max(1, Math.ceil((words.length * widest) / Math.max(width, widest)));
  return words.filter((_, at) => at % every === 0);
}

export function levelsOf(values: readonly number[], most: number): { from: number; to: number }[] {
  const highest = Math.max(0, ...values);
  const step = Math.ceil(highest / most);
  return Array.from({ length: step && Math.ceil(highest / step) }, (_, n) => ({
    from: n * step + 1,
    to: (n + 1) * step,
  }));
}
