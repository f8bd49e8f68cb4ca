import { openDatabase } from "../database/client.ts";
import { log } from "../log.ts";
import { repeat } from "../repeat.ts";
import { pruneIdempotency } from "./affiliate/idempotency.ts";
import { pruneClicks } from "./affiliate/prune.ts";
import { startForwarding } from "./affiliate-events.ts";
import { startWatching } from "./checkout/experiment-watch.ts";
import { startApplying } from "./connect/apply.ts";
import { pruneShopDeliveries } from "./connect/prune.ts";
import { prune } from "./delivery/prune.ts";
import { startDeliveryWorker, type WorkerOptions } from "./delivery/worker.ts";
import { checkKept } from "./kept.ts";
import { pruneKeyUse } from "./kernel/key-use.ts";
import { pruneRefusals, pruneStorefrontEvents, pruneVisitors } from "./storefront/prune.ts";

export function startBackground(databaseUrl: string, options: WorkerOptions = {}): { stop(): Promise<void> } {
  const parts = [
    startDeliveryWorker(databaseUrl, options),
    startForwarding(databaseUrl),
    startApplying(databaseUrl),
    startWatching(databaseUrl),
    startRetention(databaseUrl),
  ];
  return {
    async stop() {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}

const tasks = {
  deliveries: prune,
  "deliveries of shops": pruneShopDeliveries,
  "storefront events": pruneStorefrontEvents,
  "visitors of experiments": pruneVisitors,
  "refused events": pruneRefusals,
  "answers to repeated requests": pruneIdempotency,
  clicks: pruneClicks,
  "uses of keys": pruneKeyUse,
};

function startRetention(databaseUrl: string, everyMs = 3_600_000): { stop(): Promise<void> } {
  checkKept();
  const db = openDatabase(databaseUrl, 1);
  const pruning = repeat(
    async (signal) => {
      for (const [what, task] of Object.entries(tasks)) {
        await task(db).catch((err) => {
          if (!signal.aborted) log.warn({ err }, `old ${what} could not be forgotten; the next try is in an hour`);
        });
      }
    },
    { everyMs, failure: "old rows could not be forgotten; the next try is in an hour" },
  );
  return {
    async stop() {
      const stopped = pruning.stop();
      // Closing the pool makes a task end after its present batch.
      await db.$client.end();
      await stopped;
    },
  };
}
