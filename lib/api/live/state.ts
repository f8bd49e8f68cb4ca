import type { LiveChange } from "@/lib/contract/desk/live";

// What screens know of live updates without loading them.

/** One change of somebody else, or of another tab. */
export const changeEvent = "desk-change";

export type ChangeEvent = CustomEvent<LiveChange>;

let lost = false;
const listeners = new Set<() => void>();

export const isLost = () => lost;

export function setLost(now: boolean): void {
  lost = now;
  for (const listener of listeners) listener();
}

export function onLost(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
