import { isRecord } from "@/lib/contract/errors";

/** Somebody else has changed the field since it was opened. `touched` means that it was changed here as well. */
export type Divergence<T> = {
  field: keyof T & string;
  before: unknown;
  theirs: unknown;
  mine: unknown;
  touched: boolean;
};

/** Compares as JSON, because an empty number has no JSON value and the order of a list matters. That of names does not. */
export const same = (one: unknown, other: unknown): boolean => inOrder(one) === inOrder(other);

const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (isRecord(each) ? Object.fromEntries(Object.entries(each).sort()) : each));

/** The values of a form, which are those of `empty` where the record has none. An empty part takes all of its record. */
export function fill<T extends object>(empty: T, record: object): T {
  const values = Object.entries(empty).map(([field, none]) => {
    const value = (record as Record<string, unknown>)[field] ?? none;
    return [field, isRecord(none) && isRecord(value) && Object.keys(none).length > 0 ? fill(none, value) : value];
  });
  return Object.fromEntries(values) as T;
}

/** The paths of single inputs, such as `discount.value`. */
export const pathsOf = (values: object, before = ""): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    isRecord(value) ? pathsOf(value, `${before}${name}.`) : [`${before}${name}`],
  );

export const fieldsOf = <T extends object>(draft: T) => Object.keys(draft) as (keyof T & string)[];

/** Only changed fields are sent, so that two people who change different fields do not overwrite each other. */
export function changedFields<T extends object>(draft: T, before: T): Partial<T> {
  const changed = fieldsOf(draft).filter((field) => !same(draft[field], before[field]));
  return Object.fromEntries(changed.map((field) => [field, draft[field]])) as Partial<T>;
}

export function divergences<T extends object>(before: T, mine: T, theirs: T): Divergence<T>[] {
  return fieldsOf(before)
    .filter((field) => !same(theirs[field], before[field]) && !same(theirs[field], mine[field]))
    .map((field) => ({
      field,
      before: before[field],
      theirs: theirs[field],
      mine: mine[field],
      touched: !same(mine[field], before[field]),
    }));
}

export function merge<T extends object>(mine: T, theirs: T, taken: readonly (keyof T)[]): T {
  return { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) };
}

/**
 * Updates an open form when the record changes elsewhere. Untouched fields take the new value; touched fields keep
 * their value and the base they were changed from, so that the next save still shows both.
 */
export function follow<T extends object>(before: T, typed: T, now: T): { base: T; moved: (keyof T & string)[] } {
  const untouched = fieldsOf(before).filter((field) => same(typed[field], before[field]));
  return {
    base: merge(before, now, untouched),
    moved: untouched.filter((field) => !same(now[field], before[field])),
  };
}
