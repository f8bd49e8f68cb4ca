import { setTimeout as sleep } from "node:timers/promises";
import { receiverTimeoutSeconds } from "../../contract/events.ts";
import { openDatabase } from "../../database/client.ts";
import { listen } from "../../database/listen.ts";
import { log } from "../../log.ts";
import { startPulse } from "../../repeat.ts";
import { deliverySettings } from "./address.ts";
import { gather } from "./batch-writes.ts";
import { type Claimed, type ClaimOptions, claim } from "./claim.ts";
import { type DeliverOptions, deliver } from "./deliver.ts";
import { wakeChannel } from "./emit.ts";
import { type FinishedAttempt, holdForDisabled, settleDelivered } from "./end-attempt.ts";

export type WorkerOptions = Partial<DeliverOptions & Omit<ClaimOptions, "depth">> & {
  pollMs?: number;
  sweepMs?: number;
  /** How long a stopping worker waits for receivers before it releases their deliveries. */
  graceMs?: number;
};

export type Worker = { stop(): Promise<void>; wake(): void };

/** A lease lasts longer than the longest sending, so that only a worker that crashed or stalled loses it. */
export const defaults = {
  deadlineMs: receiverTimeoutSeconds * 1000,
  leaseSeconds: 60,
  perEndpoint: 64,
  batch: 128,
  pollMs: 1_000,
  sweepMs: 15_000,
  graceMs: 5_000,
};

/** When half of the deliveries that were claimed last for an endpoint are done, the endpoint may get more. */
type Share = { left: number; claimed: number };

/** Deliveries of events that were written together are claimed together, so the worker waits this long. */
const togetherMs = 5;

// Leases change faster than table statistics: a plan from a time without leases would scan the whole table. Only plain
// index scans mark dead entries, so that later scans skip them.
const alwaysByIndex = "-c enable_seqscan=off -c enable_bitmapscan=off -c plan_cache_mode=force_generic_plan";

/** For this long, a delivery in progress counts against `maxYoung`, so that receivers that hang do not block others. */
const youngMs = 2_000;
const maxYoung = 1_024;
const maxOpen = 4_000;

export function startDeliveryWorker(databaseUrl: string, options: WorkerOptions = {}): Worker {
  const settings = { ...deliverySettings(), ...defaults, ...options };
  const db = openDatabase(databaseUrl, 4, alwaysByIndex);
  const underWay = new Map<string, { since: number; end: Promise<void> }>();
  const shares = new Map<string, Share>();
  const cut = new AbortController();
  const stopping = new AbortController();
  let woken = Promise.withResolvers<number>();
  const wake = (afterMs = togetherMs) => woken.resolve(afterMs);
  // Deliveries may have been written while nothing listened.
  const listener = listen(databaseUrl, wakeChannel, { onListening: () => wake(), onMessage: () => wake() });
  const store = gather((sent: FinishedAttempt[]) => settleDelivered(db, sent));

  const start = (claimed: Claimed) => {
    const share = shares.get(claimed.endpoint_id) ?? { left: 0, claimed: 0 };
    shares.set(claimed.endpoint_id, share);
    share.claimed = ++share.left;
    const end = deliver(db, claimed, { ...settings, signal: cut.signal }, store)
      .catch((err) => log.error({ err, delivery: claimed.id }, "the outcome of a delivery could not be stored"))
      .finally(() => {
        underWay.delete(claimed.lease_token);
        if (--share.left <= share.claimed / 2) wake(0);
        if (share.left === 0) shares.delete(claimed.endpoint_id);
      });
    underWay.set(claimed.lease_token, { since: performance.now(), end });
  };

  const pulse = startPulse("deliveries");
  let trouble = false;
  let swept = Number.NEGATIVE_INFINITY;
  // Between two claims, so that a worker without deliveries needs one connection.
  const sweep = async () => {
    if (performance.now() - swept < settings.sweepMs) return;
    swept = performance.now();
    await holdForDisabled(db).catch((err) => {
      if (!trouble) log.warn({ err }, "a sweep of the deliveries failed; the next one is soon");
    });
  };
  const work = async () => {
    while (!stopping.signal.aborted) {
      pulse.beat();
      await sweep();
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
      const afterMs = await Promise.race([woken.promise, pause(settings.pollMs, stopping.signal)]);
      await pause(trouble ? 250 : (afterMs ?? 0), stopping.signal);
    }
  };

  const working = work();
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort();
    pulse.end();
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
    wake: () => wake(),
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** While many deliveries are young, each endpoint gets only one, so that hanging endpoints cannot take all places. */
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
