/** An open write has no outcome yet. Screens show a write that counts as done: a deleted row has left its list. */
export const heldStates = {
  held: { isOpen: true, counts: true },
  /** Its call was sent, or is about to be. Returns to `held` if the call had no effect and is to be repeated. */
  sending: { isOpen: true, counts: true },
  done: { isOpen: false, counts: true },
  /** Somebody else had made the same change before. */
  already: { isOpen: false, counts: true },
  failed: { isOpen: false, counts: false },
  /** Nobody could find out whether the call had an effect. */
  unknown: { isOpen: false, counts: false },
  undone: { isOpen: false, counts: false },
} as const;

export type HeldState = keyof typeof heldStates;
