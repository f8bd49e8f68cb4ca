import { type CallBudget, copyOf, emptyBudget } from "../server/wire/governor/budget.ts";
import { type BudgetStore, type Clock, closeAfter } from "../server/wire/governor/governor.ts";

// Simulates hours in a moment: a clock that is moved by hand, and a budget in memory that several governors share.

export type HandClock = Clock & { now(): number; advance(ms: number): Promise<void> };

export function handClock(start = 1_000_000): HandClock {
  let now = start;
  let timers: { at: number; run: () => void }[] = [];
  const wake = (afterMs: number, run: () => void) => {
    const timer = { at: now + afterMs, run };
    timers.push(timer);
    return () => {
      timers = timers.filter((other) => other !== timer);
    };
  };
  return {
    now: () => now,
    wake,
    remind: wake,
    wakeTogether: (run) => wake(closeAfter, run),
    async advance(ms) {
      const end = now + ms;
      for (;;) {
        await settled();
        const at = Math.min(...timers.map((timer) => timer.at));
        if (at > end) break;
        const due = timers.filter((timer) => timer.at === at);
        timers = timers.filter((timer) => timer.at !== at);
        now = Math.max(now, at);
        for (const { run } of due) run();
      }
      now = end;
      await settled();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Each call returns the store of one simulated process, which sees the other processes' calls after a refresh. */
export function sharedBudget(clock: { now(): number }): () => BudgetStore {
  let stored: CallBudget = emptyBudget();
  let version = 0;
  return () => {
    let seen = { budget: copyOf(stored), version };
    const store: BudgetStore = {
      peek: () => ({ budget: seen.budget, now: clock.now() }),
      async refresh() {
        seen = { budget: copyOf(stored), version };
      },
      async update(change) {
        for (;;) {
          const budget = copyOf(seen.budget);
          const { changed, result } = change(budget, clock.now());
          if (!changed) return result;
          if (seen.version === version) {
            stored = copyOf(budget);
            seen = { budget, version: ++version };
            return result;
          }
          await store.refresh();
        }
      },
    };
    return store;
  };
}
