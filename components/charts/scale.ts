/**
 * Round values for an axis that begins at zero, or below it where something is: evenly, and about so many steps. Of whole
 * numbers only whole ones.
 */
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
  // Binary fractions add up to 0.30000000000000004.
  return Array.from({ length: last - first + 1 }, (_, n) => Number(((first + n) * step).toPrecision(12)));
}

/** What is over a round value by an error of binary fractions alone is not over it. */
const almostOne = 1 - 1e-12;

/** From a value of a range to a pixel of another. */
export function scaleOf([low, high]: readonly [number, number], [from, to]: readonly [number, number]) {
  return (value: number) => from + ((value - low) / (high - low || 1)) * (to - from);
}

/** About as wide as a letter of the axis, in pixels: measuring text would lay the page out once more. */
const letter = 7;
export const widthOf = (text: string): number => text.length * letter;

/** Every so many of evenly placed words, so that none touches the next. */
export function everyThat<T extends { text: string }>(words: readonly T[], width: number, gap = 24): T[] {
  const widest = Math.max(1, ...words.map(({ text }) => widthOf(text))) + gap;
  const every = Math.max(1, Math.ceil((words.length * widest) / Math.max(width, widest)));
  return words.filter((_, at) => at % every === 0);
}

/** So many equal levels of counts above zero, or fewer where counts are small. */
export function levelsOf(values: readonly number[], most: number): { from: number; to: number }[] {
  const highest = Math.max(0, ...values);
  const step = Math.ceil(highest / most);
  return Array.from({ length: step && Math.ceil(highest / step) }, (_, n) => ({
    from: n * step + 1,
    to: (n + 1) * step,
  }));
}
