// Record counts are kept in buckets, each named by the least value that it holds.

const dayMs = 86_400_000;

/** Where a time that is not there stands: behind all others, as in PostgreSQL's order. */
export const never = Number.MAX_SAFE_INTEGER;

export function dayBucket(at: Date | null): number {
  return at === null ? never : Math.floor(at.getTime() / dayMs) * dayMs;
}

/** 64 buckets for each doubling: an amount is found within about one percent of all. */
export function amountBucket(amount: number): number {
  const digits = Math.abs(amount).toString(2).length;
  const width = 2 ** Math.max(0, digits - 7);
  return Math.floor(amount / width) * width;
}
