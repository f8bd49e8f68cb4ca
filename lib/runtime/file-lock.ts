import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

export interface FileLock {
  release(): void;
}

/** Keeps connections referenced, because the garbage collector would release their locks. */
const locks = new Set<DatabaseSync>();

const begin = {
  exclusive: "BEGIN EXCLUSIVE",
  shared: "BEGIN; SELECT count(*) FROM sqlite_master",
};

// A lock between processes on an empty SQLite file. The kernel releases it when its holder dies, so it cannot be stale.
// Undefined if another process still holds it after `waitMs`.
export async function lockFile(path: string, kind: keyof typeof begin, waitMs = 0): Promise<FileLock | undefined> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const connection = new DatabaseSync(path);
    try {
      // Nothing is ever written, so a journal would only leave a file behind.
      connection.exec(`PRAGMA journal_mode = MEMORY; ${begin[kind]}`);
      locks.add(connection);
      return {
        release() {
          if (locks.delete(connection)) connection.close();
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
