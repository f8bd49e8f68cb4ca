import { perProcess } from "./per-process.ts";

type Task = () => unknown;

const state = perProcess("shutdown", () => ({ tasks: new Set<Task>(), stopping: false }));

/** Tasks run after the last request and before the database closes. Workers end here. */
export function onShutdown(task: Task): void {
  state.tasks.add(task);
}

export async function runShutdown(): Promise<void> {
  await Promise.allSettled([...state.tasks].map(async (task) => task()));
}

export function announceStop(): void {
  state.stopping = true;
}

export const isStopping = (): boolean => state.stopping;
