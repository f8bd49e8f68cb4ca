type Task = () => unknown;

const key = Symbol.for("cartwright.shutdown");

/** On the global object, because the bundled app and the entry that serves it each have a copy of this module. */
function tasks(): Set<Task> {
  const scope = globalThis as { [key]?: Set<Task> };
  scope[key] ??= new Set();
  return scope[key];
}

/** Runs when the process is asked to stop, after the last request and before the database goes: workers end here. */
export function onShutdown(task: Task): void {
  tasks().add(task);
}

export async function runShutdown(): Promise<void> {
  await Promise.allSettled([...tasks()].map(async (task) => task()));
}
