import { type Database, openDatabase } from "../database/client.ts";
import { log } from "../log.ts";
import { repeat } from "../repeat.ts";
import { pruneClicks } from "./affiliate/retention.ts";
import { forwardAll } from "./affiliate-events.ts";
import { watchExperiments } from "./checkout/experiment-watch.ts";
import { applyDeliveries } from "./connect/apply.ts";
import { pruneShopDeliveries } from "./connect/retention.ts";
import { pruneCodes, removeCodes } from "./connect/shopify-codes.ts";
import { tendShopifyApps } from "./connect/shopify-work.ts";
import { prune } from "./delivery/retention.ts";
import { startDeliveryWorker, type WorkerOptions } from "./delivery/worker.ts";
import { pruneIdempotency } from "./kernel/idempotency.ts";
import { pruneKeyUse } from "./kernel/key-use.ts";
import { checkKept } from "./retention-terms.ts";
import { computeRecommendations } from "./storefront/compute-recommendations.ts";
import {
  pruneNetworks,
  pruneRefusals,
  pruneStorefrontEvents,
  pruneTickets,
  pruneVisitors,
} from "./storefront/retention.ts";

type Addresses = { databaseUrl: string; sessionUrl: string };

export function startBackground(
  { databaseUrl, sessionUrl }: Addresses,
  options: WorkerOptions = {},
): { stop(): Promise<void> } {
  checkKept();
  const parts = [
    startDeliveryWorker(sessionUrl, options),
    repeatOn(databaseUrl, forwardAll, {
      everyMs: 1_000,
      failure: "affiliate events could not be handed on; trying again",
      pulse: "affiliate events",
    }),
    repeatOn(databaseUrl, applyDeliveries, {
      everyMs: 1_000,
      failure: "deliveries of shops could not be applied; trying again",
      pulse: "shop deliveries",
    }),
    repeatOn(
      databaseUrl,
      watchExperiments,
      {
        everyMs: 30_000,
        failure: "experiments could not be watched; trying again in half a minute",
        pulse: "experiments",
      },
      [
        tendShopify,
        {
          everyMs: 1_000,
          failure: "shops at Shopify could not be read; trying again",
          pulse: "shops at Shopify",
        },
      ],
    ),
    repeatOn(
      databaseUrl,
      forget,
      { everyMs: 3_600_000, failure: "old rows could not be forgotten; the next try is in an hour" },
      [computeRecommendations, { everyMs: 30_000, failure: "recommendations could not be computed; trying again" }],
    ),
  ];
  return {
    async stop() {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}

type Work = (db: Database, signal: AbortSignal) => Promise<unknown>;

type Options = Parameters<typeof repeat>[1];

/** More work may share the connection, if it seldom needs it for long. */
function repeatOn(databaseUrl: string, ...[work, options, ...more]: [Work, Options, ...[Work, Options][]]) {
  const db = openDatabase(databaseUrl, 1);
  const repeating = [[work, options] as const, ...more].map(([each, how]) => repeat((signal) => each(db, signal), how));
  return {
    async stop(): Promise<void> {
      const stopped = Promise.all(repeating.map((one) => one.stop()));
      // Closing the pool ends the work after its present transaction, which happens as a whole or not at all.
      await db.$client.end();
      await stopped;
    },
  };
}

async function tendShopify(db: Database): Promise<void> {
  await tendShopifyApps(db);
  await removeCodes(db);
}

const tasks = {
  deliveries: prune,
  "deliveries of shops": pruneShopDeliveries,
  "storefront events": pruneStorefrontEvents,
  "visitors of experiments": pruneVisitors,
  tickets: pruneTickets,
  "discount codes": pruneCodes,
  "refused events": pruneRefusals,
  "networks of visitors": pruneNetworks,
  "answers to repeated requests": pruneIdempotency,
  clicks: pruneClicks,
  "uses of keys": pruneKeyUse,
};

async function forget(db: Database, signal: AbortSignal): Promise<void> {
  for (const [what, task] of Object.entries(tasks)) {
    await task(db).catch((err) => {
      if (!signal.aborted) log.warn({ err }, `old ${what} could not be forgotten; the next try is in an hour`);
    });
  }
}
