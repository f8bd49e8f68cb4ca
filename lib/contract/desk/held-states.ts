/**
 * The states of a held write. While it is open, its outcome is still to come; while it counts, screens show the change as
 * made: the decided commission has left the queue, and the deleted row its list.
 */
export const heldStates = {
  /** Waits for its time, and can be undone until then. Becomes `sending` or `undone`. */
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
