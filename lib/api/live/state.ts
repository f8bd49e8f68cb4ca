import type { LiveChange } from "@/lib/contract/desk/live";

// What screens know about live updates without loading their code.

/** The event for a change by another person or another tab. */
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
