/** Items that arrive during a write share the next write. If that write fails, each item is written alone. */
export function gather<T, R>(write: (items: T[]) => Promise<R[]>, most = 100): (item: T) => Promise<R> {
  type Waiting = { item: T; done: PromiseWithResolvers<R> };
  const waiting: Waiting[] = [];
  let writing = false;

  const attempt = async (batch: Waiting[]): Promise<void> => {
    try {
      const results = await write(batch.map(({ item }) => item));
      for (const [n, { done }] of batch.entries()) done.resolve(results[n] as R);
    } catch (cause) {
      if (batch.length > 1) await Promise.all(batch.map((one) => attempt([one])));
      else batch[0]?.done.reject(cause);
    }
  };
  const flush = async () => {
    if (writing) return;
    writing = true;
    while (waiting.length > 0) await attempt(waiting.splice(0, most));
    writing = false;
  };
  return (item) => {
    const done = Promise.withResolvers<R>();
    waiting.push({ item, done });
    void flush();
    return done.promise;
  };
}
