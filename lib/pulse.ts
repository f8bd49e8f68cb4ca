/** On the global object, because the bundled app and the entry that serves it each have a copy of this module. */
const key = Symbol.for("cartwright.pulse");
type Beats = Map<string, number>;

function beats(): Beats {
  const scope = globalThis as { [key]?: Beats };
  scope[key] ??= new Map();
  return scope[key];
}

export type Pulse = { beat(): void; end(): void };

/** A background loop calls `beat` in each round, so that a hanging loop is noticed. */
export function startPulse(name: string): Pulse {
  const beat = () => void beats().set(name, performance.now());
  beat();
  return { beat, end: () => void beats().delete(name) };
}

/** Seconds since the latest beat of each loop. */
export function readPulses(): Record<string, number> {
  const now = performance.now();
  return Object.fromEntries([...beats()].map(([name, at]) => [name, Math.round((now - at) / 100) / 10]));
}
