import { setTimeout as sleep } from "node:timers/promises";

export type Facts = { rate: number; seconds: number; seed: number; currency: string; signal: AbortSignal };

type Work<T> = {
  /** How many events or visits the started tasks make. */
  planned(): number;
  start(): Promise<void>;
  atOnce: number;
  outbox: T[];
  post(items: T[]): Promise<void>;
  failure(): string | undefined;
};

const batch = 500;
const postsAtOnce = 4;
const tickMs = 40;
const flushMs = 250;

/** Starts tasks at a steady rate until the time is over, and posts what they leave in the outbox. */
export async function keepPace<T>({ rate, seconds, signal }: Facts, work: Work<T>): Promise<void> {
  const { outbox } = work;
  const inFlight = new Set<Promise<void>>();
  let posts = 0;
  const begin = (task: Promise<void>) => {
    const own = task.finally(() => inFlight.delete(own));
    inFlight.add(own);
  };
  const began = performance.now();
  let flushed = began;
  for (;;) {
    const elapsed = (performance.now() - began) / 1000;
    const over = signal.aborted || work.failure() !== undefined || elapsed >= seconds;
    while (!over && work.planned() < elapsed * rate && inFlight.size < work.atOnce) begin(work.start());
    if (over && inFlight.size === 0 && outbox.length === 0) return;
    const late = performance.now() - flushed > flushMs || over;
    while (posts < postsAtOnce && (outbox.length >= batch || (late && outbox.length > 0))) {
      flushed = performance.now();
      posts++;
      begin(work.post(outbox.splice(0, batch)).finally(() => posts--));
    }
    if (work.failure() !== undefined) outbox.length = 0;
    await sleep(tickMs);
  }
}

export function percentiles(times: readonly number[] = []): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => {
    const time = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
    return time === undefined ? "–" : `${time.toFixed(1)} ms`;
  };
  return `p50 ${at(0.5)}, p99 ${at(0.99)}`;
}
