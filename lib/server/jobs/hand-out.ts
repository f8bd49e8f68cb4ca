import "server-only";

/** Gives each item that `read` finds to one taker at a time. `read` gets the keys of the items that are still taken. */
export function handOut<T, Key>(read: (taken: ReadonlySet<Key>) => Promise<T[]>, keyOf: (found: T) => Key) {
  const taken = new Set<Key>();
  let found: T[] = [];
  let reading: Promise<void> | null = null;
  const refill = async () => {
    found = await read(taken);
  };
  return {
    async next(): Promise<T | undefined> {
      if (found.length === 0) {
        reading ??= refill().finally(() => {
          reading = null;
        });
        await reading;
      }
      let next = found.shift();
      // Skips what was taken while the list was read.
      while (next && taken.has(keyOf(next))) next = found.shift();
      if (next) taken.add(keyOf(next));
      return next;
    },
    giveBack: (one: T) => void taken.delete(keyOf(one)),
  };
}
