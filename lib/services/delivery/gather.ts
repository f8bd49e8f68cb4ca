/**
 * One write at a time; what comes meanwhile goes together into the next one. A crowd so costs few round trips, and one
 * alone waits for nobody. Where a write of several fails, each is tried by itself: one that cannot be stored spoils none.
 */
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
