import type { QueryClient } from "@tanstack/react-query";
import type { LiveChange } from "@/lib/contract/desk/live";
import { tabId } from "../send";

type Key = readonly string[];
type Waiting = { key: Key; due: number; timer: ReturnType<typeof setTimeout> };

// Screens of many people ask at moments of their own, and none asks again and again.
const jitterMs = 500;
const jitterOfAllMs = 2_000;
const gapMs = 1_000;
const gapOfEventsMs = 5_000;

/** Has what changed read again, where a screen shows it; the rest is read when it is shown. */
export function createRefresher(queryClient: QueryClient, { store, mode }: { store: string; mode: string }) {
  const waiting = new Map<string, Waiting>();
  const lastAt = new Map<string, number>();
  const held = new Map<string, Key>();

  const plan = (key: Key, jitter: number, gap = 0) => {
    const name = key.join("/");
    if (document.visibilityState === "hidden") {
      held.set(name, key);
      return;
    }
    const now = performance.now();
    const due = Math.max(now + Math.random() * jitter, (lastAt.get(name) ?? -gap) + gap);
    const earlier = waiting.get(name);
    if (earlier && earlier.due <= due) return;
    clearTimeout(earlier?.timer);
    const timer = setTimeout(() => {
      waiting.delete(name);
      lastAt.set(name, performance.now());
      void queryClient.invalidateQueries({ queryKey: key });
    }, due - now);
    waiting.set(name, { key, due, timer });
  };

  return {
    /** Null for all. */
    take(change: LiveChange | null) {
      if (!change) return plan([store, mode], jitterOfAllMs);
      const gap = change.event || change.progress ? gapOfEventsMs : gapMs;
      if (change.seq !== undefined) plan([store, mode, "desk", "audit"], jitterMs, gapMs);
      // A tab's own mutation has had it read again already.
      if (change.refused || change.tab === tabId) return;
      plan([store, mode, change.api, change.resource], jitterMs, change.progress ? gapMs / 2 : gap);
    },
    /** What changed while nobody looked. */
    catchUp() {
      const keys = [...held.values()];
      held.clear();
      for (const key of keys) plan(key, jitterMs);
    },
    stop() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
    },
  };
}
