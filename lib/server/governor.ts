import "server-only";
import { ApiError } from "../contract/errors.ts";

/** Who waits for whom: a person's click first, work in bulk last. */
export const lanes = ["click", "visible", "prefetch", "bulk"] as const;
export type Lane = (typeof lanes)[number];

type Waiting = { lane: number; admit: () => void; refuse: (reason: unknown) => void; signal: AbortSignal | undefined };
type Clock = { now(): number; wake(afterMs: number, run: () => void): void };

const realClock: Clock = {
  now: () => Date.now(),
  wake: (afterMs, run) => void setTimeout(run, afterMs).unref(),
};

/** The limits of the specification, as rolling windows: an upstream that counts otherwise admits no less. */
const windows = [
  { ms: 1_000, limit: 20 },
  { ms: 60_000, limit: 120 },
  { ms: 3_600_000, limit: 3_600 },
] as const;

/** Bulk leaves this much of the minute to people. */
const reserve = 20;

/**
 * Paces the calls of one key so that the upstream never has to refuse. Known: one process. Other processes on the
 * same key are seen only through the upstream's own headers.
 */
export class Governor {
  private sent: number[] = [];
  private waiting: Waiting[] = [];
  private frozenUntil = 0;
  /** The upstream's own count, where it is lower than ours. */
  private hint: { remaining: number; until: number } | null = null;
  private wakeAt = Number.POSITIVE_INFINITY;
  private readonly clock: Clock;

  constructor(clock: Clock = realClock) {
    this.clock = clock;
  }

  /** Resolves when the call may go. Who would wait longer than their patience is told how long, and does not. */
  async admit(lane: Lane, signal?: AbortSignal, patienceMs = Number.POSITIVE_INFINITY): Promise<void> {
    if (signal?.aborted) throw givenUp();
    if (this.waitFor(lanes.indexOf(lane)) > patienceMs) throw this.tooLong(lane);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry: Waiting = { lane: lanes.indexOf(lane), admit: resolve, refuse: reject, signal };
    const later = this.waiting.findIndex((other) => other.lane > entry.lane);
    this.waiting.splice(later < 0 ? this.waiting.length : later, 0, entry);
    const leave = (reason: unknown) => {
      this.waiting = this.waiting.filter((other) => other !== entry);
      reject(reason);
    };
    const abort = () => leave(givenUp());
    signal?.addEventListener("abort", abort, { once: true });
    this.drain();
    if (Number.isFinite(patienceMs) && this.waiting.includes(entry)) {
      this.clock.wake(patienceMs, () => this.waiting.includes(entry) && leave(this.tooLong(lane)));
    }
    return promise.finally(() => signal?.removeEventListener("abort", abort));
  }

  /** A 429 stops every lane for as long as the upstream asks, and no longer than its longest window could. */
  freeze(seconds: number): void {
    const ms = Math.min(seconds * 1000, windows[2].ms);
    this.frozenUntil = Math.max(this.frozenUntil, this.clock.now() + ms);
  }

  /** Headers may only lower our own estimate. */
  observe(remaining: number, resetAtMs: number): void {
    const current = this.hint && this.hint.until > this.clock.now() ? this.hint.remaining : Number.POSITIVE_INFINITY;
    this.hint = { remaining: Math.min(remaining, current), until: Math.min(resetAtMs, this.clock.now() + 60_000) };
  }

  /** For the meter: calls left in this minute, and until when everything waits. */
  budget(): { limit: number; remaining: number; frozen_until: number | null } {
    const now = this.clock.now();
    const minute = windows[1];
    const own = minute.limit - this.countSince(now - minute.ms);
    const remaining = this.hint && this.hint.until > now ? Math.min(own, this.hint.remaining) : own;
    return {
      limit: minute.limit,
      remaining: Math.max(0, remaining),
      frozen_until: this.frozenUntil > now ? this.frozenUntil : null,
    };
  }

  private tooLong(lane: Lane): ApiError {
    const seconds = Math.max(1, Math.ceil(this.waitFor(lanes.indexOf(lane)) / 1000));
    const message = `The limits of the API leave no room for this call now. Try again in ${seconds} seconds.`;
    return new ApiError(429, "rate_limited", message, [], seconds);
  }

  private drain(): void {
    for (let next = this.waiting[0]; next; next = this.waiting[0]) {
      const wait = this.waitFor(next.lane);
      if (wait > 0) {
        this.wakeIn(wait);
        return;
      }
      this.waiting.shift();
      this.sent.push(this.clock.now());
      if (this.hint) this.hint.remaining -= 1;
      next.admit();
    }
  }

  private waitFor(lane: number): number {
    const now = this.clock.now();
    const oldest = now - windows[2].ms;
    while (this.sent[0] !== undefined && this.sent[0] <= oldest) this.sent.shift();
    let wait = this.frozenUntil - now;
    for (const { ms, limit } of windows) {
      const allowed = lanes[lane] === "bulk" && ms === windows[1].ms ? limit - reserve : limit;
      const blocking = this.sent[this.sent.length - allowed];
      if (blocking !== undefined) wait = Math.max(wait, blocking + ms - now);
    }
    if (this.hint && this.hint.until > now && this.hint.remaining <= 0) wait = Math.max(wait, this.hint.until - now);
    return wait;
  }

  private wakeIn(ms: number): void {
    const at = this.clock.now() + ms;
    if (at >= this.wakeAt && this.wakeAt > this.clock.now()) return;
    this.wakeAt = at;
    this.clock.wake(ms + 1, () => {
      this.wakeAt = Number.POSITIVE_INFINITY;
      this.drain();
    });
  }

  private countSince(since: number): number {
    let count = 0;
    for (let index = this.sent.length - 1; index >= 0 && (this.sent[index] as number) > since; index--) count++;
    return count;
  }
}

const givenUp = () => new ApiError(499, "aborted", "The request was given up.");

const governors = new Map<string, Governor>();

export function governorOf(keyId: string): Governor {
  const governor = governors.get(keyId) ?? new Governor();
  governors.set(keyId, governor);
  return governor;
}
