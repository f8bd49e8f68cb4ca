"use client";

import { useSyncExternalStore } from "react";
import { toast } from "./ui/toast";

type Held = {
  ids: readonly string[];
  message: string;
  send: (id: string, keepalive: boolean) => Promise<unknown>;
  onSent: () => unknown;
  onFailed: (id: string, cause: Error) => void;
};

const waiting = new Set<Held>();
const none: ReadonlySet<string> = new Set();
let heldIds = none;
const listeners = new Set<() => void>();

/**
 * Deletes after a countdown that can be stopped. It outlives the screen it was started on; leaving Cartwright
 * sends what is waiting at once, so that nothing said to be deleted comes back.
 */
export function holdDelete(held: Held): void {
  waiting.add(held);
  publish();
  toast.undo({
    message: held.message,
    onUndo: () => drop(held),
    onExpire: () => void commit(held, false),
  });
}

/** Rows that are as good as deleted and not shown. */
export function useHeldIds(): ReadonlySet<string> {
  return useSyncExternalStore(
    subscribe,
    () => heldIds,
    () => none,
  );
}

async function commit(held: Held, leaving: boolean): Promise<void> {
  if (!waiting.has(held)) return;
  const results = await Promise.allSettled(held.ids.map((id) => held.send(id, leaving)));
  for (const [index, result] of results.entries()) {
    // Gone already is what was wanted.
    if (result.status === "rejected" && result.reason?.status !== 404) {
      held.onFailed(held.ids[index] as string, result.reason as Error);
    }
  }
  // Rows stay hidden until the fresh list is here, so that none flashes up again.
  await held.onSent();
  drop(held);
}

function drop(held: Held): void {
  waiting.delete(held);
  publish();
}

function publish(): void {
  heldIds = new Set([...waiting].flatMap((held) => held.ids));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

if (typeof window !== "undefined") {
  window.addEventListener("pagehide", () => {
    for (const held of waiting) void commit(held, true);
  });
}
