/** Splits a whole amount by weights. Units left over by rounding go to the largest remainders. */
export function split(amount: number, weights: readonly number[]): number[] {
  const sign = Math.sign(amount);
  const whole = BigInt(Math.abs(amount));
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (all === 0n) return weights.map((_, index) => (index === 0 ? amount : 0));
  const parts = weights.map((weight, index) => {
    const share = whole * BigInt(weight);
    return { index, part: Number(share / all), rest: share % all };
  });
  let left = Number(whole) - parts.reduce((sum, { part }) => sum + part, 0);
  const byRest = parts.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1));
  for (const entry of byRest) {
    if (left === 0) break;
    entry.part += 1;
    left -= 1;
  }
  return parts.map(({ part }) => (part === 0 ? 0 : sign * part));
}
