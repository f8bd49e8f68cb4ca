import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "../database/client.ts";
import { log } from "../log.ts";
import { pruneIdempotency } from "./affiliate/idempotency.ts";
import { pruneClicks } from "./affiliate/prune.ts";
import { prune } from "./delivery/prune.ts";
import { checkKept } from "./kept.ts";
import { pruneKeyUse } from "./kernel/prune-key-use.ts";
import { pruneStorefrontEvents, pruneVisitors } from "./storefront/prune.ts";

const tasks = {
  deliveries: prune,
  "storefront events": pruneStorefrontEvents,
  "visitors of experiments": pruneVisitors,
  "answers to repeated requests": pruneIdempotency,
  clicks: pruneClicks,
  "uses of keys": pruneKeyUse,
};

export function startRetention(databaseUrl: string, everyMs = 3_600_000): { stop(): Promise<void> } {
  checkKept();
  const db = openDatabase(databaseUrl, 1);
  const stopping = new AbortController();
  const { signal } = stopping;
  const work = async () => {
    while (!signal.aborted) {
      for (const [what, task] of Object.entries(tasks)) {
        await task(db).catch((err) => {
          if (!signal.aborted) log.warn({ err }, `old ${what} could not be forgotten; the next try is in an hour`);
        });
      }
      await sleep(everyMs, undefined, { signal }).catch(() => {});
    }
  };
  const working = work();
  return {
    async stop() {
      stopping.abort();
      // Closing the pool makes a task end after its present batch.
      await db.$client.end();
      await working;
    },
  };
}
