type Task = () => unknown;

/**
 * Stored on the global object, because the bundled app and the entry that serves it each have a copy of this module.
 */
type Shared = { tasks: Set<Task>; stopping: boolean };
const key = Symbol.for("cartwright.shutdown");

function shared(): Shared {
  const scope = globalThis as { [key]?: Shared };
  scope[key] ??= { tasks: new Set(), stopping: false };
  return scope[key];
}

/** Registers a task for the shutdown, after the last request and before the database closes: workers end here. */
export function onShutdown(task: Task): void {
  shared().tasks.add(task);
}

export async function runShutdown(): Promise<void> {
  await Promise.allSettled([...shared().tasks].map(async (task) => task()));
}

/** From now on, the process reports that it is not ready. */
export function announceStop(): void {
  shared().stopping = true;
}

export function isStopping(): boolean {
  return shared().stopping;
}
