// Pages of a list from which rows disappear while a person works through it.

/** One reading of a page. `total` is the number of matching rows at that time, or null if the API does not count. */
export type Reading<Row> = { rows: readonly Row[]; total: number | null };

/**
 * When rows disappear, later rows move forward. A row that crosses the border of two pages is missing if the second
 * page was read later, and is on both if it was read earlier, which is harmless. The total tells which.
 */
const follows = (before: Reading<unknown>, next: Reading<unknown>): boolean =>
  before.total === null || next.total === null || next.total >= before.total;

/**
 * Joins readings of consecutive pages without gaps. If a page was read too late for the one before it, its earlier
 * reading is used until the page before is read again.
 */
export function joinPages<Row>(
  fresh: readonly (Reading<Row> | undefined)[],
  used: readonly Reading<Row>[],
): Reading<Row>[] {
  const joined: Reading<Row>[] = [];
  for (const [at, reading] of fresh.entries()) {
    const before = joined[at - 1];
    const next = [reading, used[at]].find((one) => one && (!before || follows(before, one)));
    if (!next) break;
    joined.push(next);
  }
  return joined;
}
