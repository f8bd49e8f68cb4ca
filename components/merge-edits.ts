/** What somebody else made of a field since it was opened here. `touched`: it was changed here, too. */
export type Divergence<T> = {
  field: keyof T & string;
  before: unknown;
  theirs: unknown;
  mine: unknown;
  touched: boolean;
};

/** JSON has no word for a number that is still empty, and the order of a list is a part of it. */
export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export const fieldsOf = <T extends object>(draft: T) => Object.keys(draft) as (keyof T & string)[];

/** Only what differs is sent, so that two people who change different fields do not undo each other. */
export function changedFields<T extends object>(draft: T, before: T): Partial<T> {
  const changed = fieldsOf(draft).filter((field) => !same(draft[field], before[field]));
  return Object.fromEntries(changed.map((field) => [field, draft[field]])) as Partial<T>;
}

/** What differs between the record as it was opened and as it is now; nothing where both made the same of it. */
export function divergences<T extends object>(before: T, mine: T, theirs: T): Divergence<T>[] {
  return fieldsOf(before)
    .filter((field) => !same(theirs[field], before[field]) && !same(theirs[field], mine[field]))
    .map((field) => ({
      ...{ field, before: before[field], theirs: theirs[field], mine: mine[field] },
      touched: !same(mine[field], before[field]),
    }));
}

/** The record after each divergence was decided: mine stays, except where theirs is taken. */
export function merge<T extends object>(mine: T, theirs: T, taken: readonly (keyof T)[]): T {
  return { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) };
}

/**
 * The record moved on while it is open here: what was not changed here follows it, what was stays, and its ground stays
 * what it was changed from, so that the next save still tells of both.
 */
export function follow<T extends object>(before: T, typed: T, now: T): { base: T; moved: (keyof T & string)[] } {
  const untouched = fieldsOf(before).filter((field) => same(typed[field], before[field]));
  return {
    base: merge(before, now, untouched),
    moved: untouched.filter((field) => !same(now[field], before[field])),
  };
}
