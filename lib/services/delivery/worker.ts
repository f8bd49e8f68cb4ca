import { setTimeout as sleep } from "node:timers/promises";
import { receiverTimeoutSeconds } from "../../contract/events.ts";
import { openDatabase } from "../../database/client.ts";
import { log } from "../../log.ts";
import { type Claimed, type ClaimOptions, claim } from "./claim.ts";
import { type DeliverOptions, deliver } from "./deliver.ts";
import { listen } from "./listen.ts";
import { prune } from "./prune.ts";
import { deliverySettings } from "./settings.ts";
import { holdForDisabled } from "./settle.ts";

export type WorkerOptions = Partial<DeliverOptions & Omit<ClaimOptions, "depth">> & {
  /** How often it looks when nobody wakes it. */
  pollMs?: number;
  sweepMs?: number;
  /** How long a stop waits for receivers before it hands their deliveries over. */
  graceMs?: number;
};

export type Worker = { stop(): Promise<void>; wake(): void };

/** A lease outlives the longest sending, so that only who crashed or stalled loses it. */
const defaults = {
  deadlineMs: receiverTimeoutSeconds * 1000,
  leaseSeconds: 60,
  perEndpoint: 8,
  batch: 64,
  pollMs: 1_000,
  sweepMs: 15_000,
  graceMs: 5_000,
};

/** Sendings under way count against this for two seconds: receivers that hang then no longer keep others waiting. */
const youngMs = 2_000;
const maxYoung = 1_024;
const maxOpen = 4_000;
const pruneMs = 3_600_000;

/** Delivers what is due, in this process, on connections of its own. Any number of workers share one database. */
export function startDeliveryWorker(databaseUrl: string, options: WorkerOptions = {}): Worker {
  const settings = { ...deliverySettings(), ...defaults, ...options };
  const db = openDatabase(databaseUrl, 4);
  const underWay = new Map<string, { since: number; end: Promise<void> }>();
  const cut = new AbortController();
  const stopping = new AbortController();
  let woken = Promise.withResolvers<void>();
  const wake = () => woken.resolve();
  const listener = listen(databaseUrl, wake);

  const start = (claimed: Claimed) => {
    const end = deliver(db, claimed, { ...settings, signal: cut.signal })
      .catch((err) => log.error({ err, delivery: claimed.id }, "the outcome of a delivery could not be stored"))
      .finally(() => {
        underWay.delete(claimed.lease_token);
        wake();
      });
    underWay.set(claimed.lease_token, { since: performance.now(), end });
  };

  let trouble = false;
  const work = async () => {
    while (!stopping.signal.aborted) {
      woken = Promise.withResolvers();
      const options = roomFor(underWay, settings);
      try {
        const claimed = options.batch > 0 ? await claim(db, options) : [];
        for (const one of claimed) start(one);
        if (trouble) log.info("deliveries go on");
        trouble = false;
        if (claimed.length === options.batch && options.batch > 0) continue;
      } catch (err) {
        if (!trouble) log.error({ err }, "deliveries wait, because the database does not answer");
        trouble = true;
      }
      await Promise.race([woken.promise, pause(settings.pollMs, stopping.signal)]);
      // What comes together is claimed together.
      await pause(trouble ? 250 : 5, stopping.signal);
    }
  };
  const sweeps = async () => {
    for (let pruned = 0; !stopping.signal.aborted; await pause(settings.sweepMs, stopping.signal)) {
      try {
        await holdForDisabled(db);
        if (pruned === 0 || performance.now() - pruned > pruneMs) {
          await prune(db);
          pruned = performance.now();
        }
      } catch (err) {
        if (!trouble) log.warn({ err }, "a sweep of the deliveries failed; the next one is soon");
      }
    }
  };

  const working = Promise.all([work(), sweeps()]);
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort();
    wake();
    await working;
    await listener.stop();
    const ends = Promise.all([...underWay.values()].map(({ end }) => end));
    await Promise.race([ends, sleep(settings.graceMs, undefined, { ref: false })]);
    cut.abort();
    await ends;
    await db.$client.end();
  };
  return {
    wake,
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** While many are young, only one each: a crowd of endpoints that hang cannot take every place before a healthy one. */
function roomFor(underWay: Map<string, { since: number }>, options: Omit<ClaimOptions, "depth">): ClaimOptions {
  const now = performance.now();
  let young = 0;
  for (const { since } of underWay.values()) if (now - since < youngMs) young++;
  const room = Math.min(maxYoung - young, maxOpen - underWay.size);
  const { batch, leaseSeconds, perEndpoint } = options;
  return { leaseSeconds, perEndpoint, batch: Math.min(batch, room), depth: young < maxYoung / 2 ? perEndpoint : 1 };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
