// Counts of records are kept in buckets, each named by the lowest value that it can hold.

const dayMs = 86_400_000;

/** Stands for a missing time and sorts after all others, as in PostgreSQL. */
export const never = Number.MAX_SAFE_INTEGER;

export function dayBucket(at: Date | null): number {
  return at === null ? never : Math.floor(at.getTime() / dayMs) * dayMs;
}

/** Divides each doubling into 64 buckets, so that one bucket covers about one percent of an amount. */
export function amountBucket(amount: number): number {
  const digits = Math.abs(amount).toString(2).length;
  const width = 2 ** Math.max(0, digits - 7);
  return Math.floor(amount / width) * width;
}
