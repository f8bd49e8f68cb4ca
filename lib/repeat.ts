import { setTimeout as sleep } from "node:timers/promises";
import { log } from "./log.ts";
import { perProcess } from "./per-process.ts";

const beats = perProcess("pulse", () => new Map<string, number>());

/** A loop that is silent for longer is taken to hang. */
export const silentSeconds = 60;

export type Pulse = { beat(): void; end(): void };

/** A background loop calls `beat` in each round, so that a hanging loop is noticed. */
export function startPulse(name: string): Pulse {
  const beat = () => void beats.set(name, performance.now());
  beat();
  return { beat, end: () => void beats.delete(name) };
}

export function readPulses(): Record<string, number> {
  const now = performance.now();
  return Object.fromEntries([...beats].map(([name, at]) => [name, Math.round((now - at) / 100) / 10]));
}

type Options = {
  everyMs: number;
  firstMs?: number;
  /** The line of the log for a run that failed; the next run tries again. */
  failure: string;
  pulse?: string;
};
type Work = (signal: AbortSignal) => Promise<unknown>;

export function repeat(work: Work, { everyMs, firstMs = 0, failure, pulse: name }: Options): { stop(): Promise<void> } {
  if (name !== undefined && everyMs * 2 > silentSeconds * 1_000) throw new Error(`“${name}” rests for too long.`);
  const stopping = new AbortController();
  const { signal } = stopping;
  const pulse = name === undefined ? undefined : startPulse(name);
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});
  const run = async () => {
    await pause(firstMs);
    for (; !signal.aborted; await pause(everyMs)) {
      pulse?.beat();
      await work(signal).catch((err) => signal.aborted || log.warn({ err }, failure));
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      pulse?.end();
      await running;
    },
  };
}
