// Pages of a list out of which rows leave while it is worked through.

/** What a page said when it was read. `total`: how many matched then; null where the API does not count. */
export type Reading<Row> = { rows: readonly Row[]; total: number | null };

/**
 * Rows that leave pull the others forward: what slides over the border between two pages is in neither of them where the
 * page behind was read later. Read earlier, it is in both, which does no harm. The total tells which it was.
 */
const follows = (before: Reading<unknown>, next: Reading<unknown>): boolean =>
  before.total === null || next.total === null || next.total >= before.total;

/**
 * Readings of pages one behind the other that pass nothing over: where a page was read too late for the one before it, the
 * reading that was used until now stands for it until the page before is read again.
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
