/** On the global object, because the bundled app and the entry that serves it each have a copy of this module. */
const key = Symbol.for("cartwright.pulse");
type Beats = Map<string, number>;

function beats(): Beats {
  const scope = globalThis as { [key]?: Beats };
  scope[key] ??= new Map();
  return scope[key];
}

export type Pulse = { beat(): void; end(): void };

/** Of work that goes round in this process: each round beats, so that one that hangs is noticed. */
export function startPulse(name: string): Pulse {
  const beat = () => void beats().set(name, performance.now());
  beat();
  return { beat, end: () => void beats().delete(name) };
}

/** Seconds since each one's latest beat. */
export function readPulses(): Record<string, number> {
  const now = performance.now();
  return Object.fromEntries([...beats()].map(([name, at]) => [name, Math.round((now - at) / 100) / 10]));
}
