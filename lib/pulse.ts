import { perProcess } from "./per-process.ts";

const beats = perProcess("pulse", () => new Map<string, number>());

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
