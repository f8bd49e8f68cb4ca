import "server-only";
import { log } from "../log.ts";

const running = new Set<Promise<void>>();

/** For work that no response waits for, so that its failure can only be logged. */
export function inBackground(work: Promise<unknown>, failure: string): void {
  const end = work
    .then(
      () => {},
      (cause) => log.warn({ err: cause }, failure),
    )
    .finally(() => running.delete(end));
  running.add(end);
}

export async function backgroundEnd(): Promise<void> {
  await Promise.all(running);
}
