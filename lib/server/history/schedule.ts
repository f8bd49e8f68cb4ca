import "server-only";
import { store } from "../../database/schema/desk.ts";
import { log } from "../../log.ts";
import { modes, summarize } from "../connections.ts";
import { db } from "../db.ts";
import { forgetOldDrafts } from "../desk/drafts.ts";
import { collectHistory } from "./collect.ts";

// Any number that nothing else in this database locks on.
const historyLock = 724_091_140;
const everyMs = 10 * 60_000;
/** A process that is started again and again must not ask again and again. */
const firstMs = 5 * 60_000;

/** Collects now and then, in one process of all. The seam for a job queue: it would call `collectAll` instead. */
export function startHistory(): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let running = Promise.resolve();
  let timer: NodeJS.Timeout;
  const plan = (afterMs: number) => {
    timer = setTimeout(() => {
      running = collectAll(stopping.signal)
        .catch((cause) => log.warn({ err: cause }, "history was not collected"))
        .finally(() => stopping.signal.aborted || plan(everyMs));
    }, afterMs);
    timer.unref();
  };
  plan(firstMs);
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

/** Every store and mode that has a key; nothing where another process is at it. */
export async function collectAll(signal: AbortSignal, options?: Parameters<typeof collectHistory>[2]): Promise<void> {
  const client = await db().$client.connect();
  try {
    // Held by the connection, so that it is free again when this process dies.
    const { rows } = await client.query("select pg_try_advisory_lock($1) as mine", [historyLock]);
    if (!rows[0].mine) return;
    try {
      await forgetOldDrafts();
      for (const each of await db().select().from(store)) {
        for (const mode of modes) {
          if (signal.aborted) return;
          const { key } = await summarize({ storeId: each.id, mode, api: "checkout" });
          if (key) await collectHistory({ store: each, mode }, signal, options);
        }
      }
    } finally {
      await client.query("select pg_advisory_unlock($1)", [historyLock]);
    }
  } finally {
    client.release();
  }
}
