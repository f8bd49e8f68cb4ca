/** `total` is the number of matching rows when the page was read, or null if the API does not count. */
export type Reading<Row> = { rows: readonly Row[]; total: number | null };

/**
 * When rows disappear, later rows move forward. A row that crosses the border of two pages is missing if the second
 * page was read later, and on both pages if it was read earlier, which is harmless. The totals tell the order.
 */
const follows = (before: Reading<unknown>, next: Reading<unknown>): boolean =>
  before.total === null || next.total === null || next.total >= before.total;

/** Joins consecutive pages without gaps. A page read too late for the one before it keeps its earlier reading. */
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
