import "server-only";
import { randomUUID } from "node:crypto";
import { ApiError } from "../../../contract/errors.ts";
import { sentence } from "../../../sentences.ts";
import * as budgets from "./budget.ts";
import { type CallBudget, type CallLimits, type Lane, lanes } from "./budget.ts";

export type Clock = {
  /** Keeps the process alive, because a call waits for it, and returns how to cancel it. */
  wake(afterMs: number, run: () => void): () => void;
  /** Must not keep the process alive: the call that may lose its patience may have been sent long ago. */
  remind(afterMs: number, run: () => void): void;
  /** Runs callbacks of about the same time together, so that they share one change of the budget. */
  wakeTogether(run: () => void): void;
};

export type BudgetStore = {
  /** Applies a change to the current budget. `change` runs again if another process has written in between. */
  update<T>(change: (budget: CallBudget, now: number) => { changed: boolean; result: T }): Promise<T>;
  /** The budget as this process last read it. Other processes may have spent more since, never less. */
  peek(): { budget: CallBudget; now: number };
  refresh(): Promise<void>;
};

export type Answered = () => void;

type Waiting = {
  id: string;
  lane: Lane;
  patienceUntil: number;
  admit: (answered: Answered) => void;
  refuse: (reason: unknown) => void;
};

export const closeAfter = 50;
const closing: (() => void)[] = [];

const realClock: Clock = {
  wake(afterMs, run) {
    const timer = setTimeout(run, afterMs);
    return () => clearTimeout(timer);
  },
  remind: (afterMs, run) => void setTimeout(run, afterMs).unref(),
  wakeTogether(run) {
    if (closing.push(run) === 1) setTimeout(wakeAll, closeAfter).unref();
  },
};

function wakeAll(): void {
  for (const run of closing.splice(0)) run();
}

export class Governor {
  private waiting: Waiting[] = [];
  private draining = false;
  private drained = Promise.resolve();
  private again = false;
  private cancelWake = () => {};
  /** Responses that the shared budget does not include yet. */
  private answered: { id: string; at: number }[] = [];
  private readonly store: BudgetStore;
  private readonly limits: CallLimits;
  private readonly clock: Clock;

  constructor(store: BudgetStore, limits: CallLimits, clock: Clock = realClock) {
    this.store = store;
    this.limits = limits;
    this.clock = clock;
  }

  /** Resolves when the call may be sent. Throws if the expected wait is longer than the caller's patience. */
  async admit(lane: Lane, signal?: AbortSignal, patienceMs = Number.POSITIVE_INFINITY): Promise<Answered> {
    if (signal?.aborted) throw givenUp();
    const { promise, resolve, reject } = Promise.withResolvers<Answered>();
    const patienceUntil = this.store.peek().now + patienceMs;
    const entry: Waiting = { id: randomUUID(), lane, patienceUntil, admit: resolve, refuse: reject };
    const later = this.waiting.findIndex((other) => lanes.indexOf(other.lane) > lanes.indexOf(lane));
    this.waiting.splice(later < 0 ? this.waiting.length : later, 0, entry);
    const abort = () => this.refuse(entry, givenUp());
    signal?.addEventListener("abort", abort, { once: true });
    void this.drain();
    if (Number.isFinite(patienceMs)) this.clock.remind(patienceMs, () => this.refuse(entry, this.tooLong(lane)));
    return promise.finally(() => signal?.removeEventListener("abort", abort));
  }

  wait(lane: Lane): number {
    const { budget, now } = this.tidied();
    return budgets.waitFor(budget, this.limits, lane, now);
  }

  async freeze(seconds: number): Promise<void> {
    await this.store.update((budget, now) => {
      budgets.freeze(budget, seconds, now);
      return { changed: true, result: undefined };
    });
  }

  /** Writes nothing if our own count is the lower one, which is nearly always. `resetAt` is in this process's clock. */
  async observe({ resetAt, ...stated }: budgets.Stated, nowMs = Date.now()): Promise<void> {
    const changes = (budget: CallBudget, now: number) =>
      budgets.observe(budget, this.limits, { ...stated, resetAt: resetAt - nowMs + now }, now);
    const seen = this.tidied();
    if (!changes(budgets.copyOf(seen.budget), seen.now)) return;
    await this.store.update((budget, now) => {
      budgets.tidy(budget, now);
      return { changed: changes(budget, now), result: undefined };
    });
  }

  async budget() {
    await this.store.refresh();
    const { budget, now } = this.tidied();
    const limits = budgets.limitsOf(budget, this.limits);
    const own = limits.minute - budgets.usedInMinute(budget);
    const seconds = (ms: number) => Math.ceil(Math.max(0, ms) / 1000);
    return {
      limit: limits.minute,
      remaining: Math.max(0, Math.min(own, budget.hint?.remaining ?? own)),
      used_by_jobs: budgets.usedByBulk(budget),
      hour_limit: limits.hour,
      hour_remaining: Math.max(0, limits.hour - budgets.usedInHour(budget)),
      frozen_for: seconds(budget.frozenUntil - now),
      wait: seconds(budgets.waitFor(budget, this.limits, "visible", now)),
    };
  }

  async bulkSeconds(calls: number): Promise<number> {
    await this.store.refresh();
    const { budget, now } = this.tidied();
    return Math.ceil(budgets.bulkMinutes(budget, this.limits, calls, now) * 60);
  }

  private tidied() {
    const seen = this.store.peek();
    budgets.tidy(seen.budget, seen.now);
    return seen;
  }

  private refuse(entry: Waiting, reason: unknown): void {
    if (!this.waiting.includes(entry)) return;
    this.waiting = this.waiting.filter((other) => other !== entry);
    if (this.waiting.length === 0) this.cancelWake();
    entry.refuse(reason);
  }

  private tooLong(lane: Lane): ApiError {
    const seconds = Math.max(1, Math.ceil(this.wait(lane) / 1000));
    const message = seconds === 1 ? sentence("rateLimitedSecond") : sentence("rateLimited", { seconds });
    return new ApiError(429, "rate_limited", message, [], seconds);
  }

  /** Resolves when the shared budget includes every response so far. */
  drain(): Promise<void> {
    this.again = true;
    if (!this.draining) this.drained = this.drainAll();
    return this.drained;
  }

  private async drainAll(): Promise<void> {
    this.draining = true;
    try {
      while (this.again) {
        this.again = false;
        if (this.waiting.length === 0 && this.answered.length === 0) break;
        const wait = await this.take();
        if (wait !== null) this.wakeIn(wait);
        else this.cancelWake();
      }
    } catch (cause) {
      for (const entry of [...this.waiting]) this.refuse(entry, cause);
    } finally {
      this.draining = false;
    }
  }

  /** Milliseconds until the next waiting call may be sent; null if none waits. */
  private async take(): Promise<number | null> {
    let taking = await this.store.update((budget, now) => this.choose(budget, now));
    if (taking.wait !== null && taking.taken.length === 0) {
      // The wait may be due to a call of another process that has been answered since the last reading.
      await this.store.refresh();
      taking = await this.store.update((budget, now) => this.choose(budget, now));
    }
    const { taken, closed, wait, now } = taking;
    this.answered = this.answered.filter((each) => !closed.includes(each));
    this.waiting = this.waiting.filter((entry) => !taken.includes(entry));
    for (const entry of taken) entry.admit(this.answeredOnce(entry.id));
    if (wait === null) return null;
    for (const lane of lanes) {
      const hopeless = this.waiting.filter((entry) => entry.lane === lane && Number.isFinite(entry.patienceUntil));
      const at = hopeless.length > 0 ? now + this.wait(lane) : now;
      for (const entry of hopeless) if (at > entry.patienceUntil) this.refuse(entry, this.tooLong(lane));
    }
    return this.waiting.length > 0 ? wait : null;
  }

  private choose(budget: CallBudget, now: number) {
    budgets.tidy(budget, now);
    const closed = [...this.answered];
    for (const { id, at } of closed) budgets.close(budget, id, at);
    const taken: Waiting[] = [];
    let wait: number | null = null;
    for (const entry of this.waiting) {
      wait = budgets.waitFor(budget, this.limits, entry.lane, now);
      if (wait > 0) break;
      wait = null;
      budgets.record(budget, entry.lane, now, entry.id);
      taken.push(entry);
    }
    return { changed: taken.length > 0 || closed.length > 0, result: { taken, closed, wait, now } };
  }

  private answeredOnce(id: string): Answered {
    let noted = false;
    return () => {
      if (noted) return;
      noted = true;
      this.answered.push({ id, at: this.store.peek().now });
      // Responses that arrive close together are recorded in one change.
      if (this.answered.length === 1) this.clock.wakeTogether(() => void this.drain());
      else if (this.waiting.length > 0 && this.answered.length >= 10) void this.drain();
    };
  }

  /** Only the latest timer counts, because it was set with the latest state. */
  private wakeIn(ms: number): void {
    this.cancelWake();
    this.cancelWake = this.clock.wake(Math.ceil(ms) + 1, () => void this.drain());
  }
}

export const givenUp = () => new ApiError(499, "aborted", "The request was cancelled.");
