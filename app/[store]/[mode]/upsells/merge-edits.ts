import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";

export type Field = keyof UpsellDraft;
/** What somebody else made of a field since it was opened here. `touched`: it was changed here, too. */
export type Divergence = { field: Field; before: unknown; theirs: unknown; mine: unknown; touched: boolean };

/** JSON has no word for a discount that is still empty, and the order of triggers is a part of them. */
export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const fieldsOf = (draft: UpsellDraft) => Object.keys(draft) as Field[];

/** Only what differs is sent, so that two people who change different fields do not undo each other. */
export function changedFields(draft: UpsellDraft, before: UpsellDraft): Partial<UpsellDraft> {
  const changed = fieldsOf(draft).filter((field) => !same(draft[field], before[field]));
  return Object.fromEntries(changed.map((field) => [field, draft[field]]));
}

/** What differs between the record as it was opened and as it is now; nothing where both made the same of it. */
export function divergences(before: UpsellDraft, mine: UpsellDraft, theirs: UpsellDraft): Divergence[] {
  return fieldsOf(before)
    .filter((field) => !same(theirs[field], before[field]) && !same(theirs[field], mine[field]))
    .map((field) => ({
      ...{ field, before: before[field], theirs: theirs[field], mine: mine[field] },
      touched: !same(mine[field], before[field]),
    }));
}

/** The offer after each divergence was decided: mine stays, except where theirs is taken. */
export function merge(mine: UpsellDraft, theirs: UpsellDraft, taken: readonly Field[]): UpsellDraft {
  return { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) };
}

/**
 * The record moved on while it is open here: what was not changed here follows it, what was stays, and its ground stays
 * what it was changed from, so that the next save still tells of both.
 */
export function follow(
  before: UpsellDraft,
  typed: UpsellDraft,
  now: UpsellDraft,
): { base: UpsellDraft; moved: Field[] } {
  const untouched = fieldsOf(before).filter((field) => same(typed[field], before[field]));
  return {
    base: merge(before, now, untouched),
    moved: untouched.filter((field) => !same(now[field], before[field])),
  };
}
