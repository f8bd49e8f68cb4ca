import type { LiveChange } from "@/lib/contract/desk/live";

// Separate, so that screens can react to live updates without loading their code.

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
