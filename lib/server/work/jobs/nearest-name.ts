/** The name that was probably meant: one that has the word as a part, or else one with few other letters. */
export function nearestOf(names: readonly string[], word: string): string | null {
  if (word.length < 3 || word.length > 60) return null;
  const whole = names.find((name) => `_${name}_`.includes(`_${word}_`));
  const most = Math.ceil(word.length / 4);
  const near = names
    .map((name) => ({ name, letters: differing(name, word) }))
    .filter(({ letters }) => letters <= most)
    .sort((a, b) => a.letters - b.letters);
  return whole ?? near[0]?.name ?? null;
}

/** How many letters have to be added, removed or replaced. */
function differing(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, beside] of [...other].entries()) {
      const [above = 0, left = 0, before = 0] = [row[j + 1], next[j], row[j]];
      next.push(Math.min(above + 1, left + 1, before + (letter === beside ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
