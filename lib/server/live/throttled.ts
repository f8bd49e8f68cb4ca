import "server-only";

/** Passes the first value on at once. Later ones of the same key are merged, and passed on once in `everyMs`. */
export function throttled<T>(everyMs: number, pass: (value: T) => void, merge: (earlier: T, later: T) => T) {
  const waiting = new Map<string, { value?: T }>();
  const start = (key: string, value: T) => {
    pass(value);
    const state: { value?: T } = {};
    waiting.set(key, state);
    const timer = setTimeout(() => {
      waiting.delete(key);
      if (state.value !== undefined) start(key, state.value);
    }, everyMs);
    timer.unref();
  };
  return (key: string, value: T): void => {
    const state = waiting.get(key);
    if (state) state.value = state.value === undefined ? value : merge(state.value, value);
    else start(key, value);
  };
}
