type Task = () => unknown;

/** On the global object, because the bundled app and the entry that serves it each have a copy of this module. */
type Shared = { tasks: Set<Task>; stopping: boolean };
const key = Symbol.for("cartwright.shutdown");

function shared(): Shared {
  const scope = globalThis as { [key]?: Shared };
  scope[key] ??= { tasks: new Set(), stopping: false };
  return scope[key];
}

/** Tasks run after the last request and before the database closes. Workers end here. */
export function onShutdown(task: Task): void {
  shared().tasks.add(task);
}

export async function runShutdown(): Promise<void> {
  await Promise.allSettled([...shared().tasks].map(async (task) => task()));
}

/** Makes the readiness check fail, so that no new requests arrive. */
export function announceStop(): void {
  shared().stopping = true;
}

export function isStopping(): boolean {
  return shared().stopping;
}
