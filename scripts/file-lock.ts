import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

export interface FileLock {
  release(): void;
}

/** Locks live as long as their connection: one that the garbage collector may take would unlock by itself. */
const held = new Set<DatabaseSync>();

const begin = {
  exclusive: "BEGIN EXCLUSIVE",
  shared: "BEGIN; SELECT count(*) FROM sqlite_master",
};

/**
 * A lock between processes, on an empty SQLite file: the kernel frees it when its holder dies, however it dies, so there
 * is no such thing as a stale one. Undefined when somebody else still has it after `waitMs`.
 */
export async function lockFile(path: string, kind: keyof typeof begin, waitMs = 0): Promise<FileLock | undefined> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const connection = new DatabaseSync(path);
    try {
      // Nothing is ever written, so that a journal would only be a file left behind.
      connection.exec(`PRAGMA journal_mode = MEMORY; ${begin[kind]}`);
      held.add(connection);
      return {
        release() {
          if (held.delete(connection)) connection.close();
        },
      };
    } catch (error) {
      connection.close();
      if (!isBusy(error)) throw error;
    }
    if (Date.now() >= deadline) return undefined;
    await sleep(25);
  }
}

function isBusy(error: unknown): boolean {
  const SQLITE_BUSY = 5;
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}
