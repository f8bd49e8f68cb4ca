import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { makeBundles, toBundle } from "../../lib/services/simulator/bundles.ts";
import { takenBy } from "../../lib/services/simulator/offers.ts";
import { Random } from "../../lib/services/simulator/random.ts";
import { type Bundle, comes, type Offer, shops } from "../../lib/services/simulator/shopper.ts";
import { tell } from "../../lib/services/simulator/tell.ts";
import type { Client } from "./client.ts";

export type Traffic = { rate: number; seconds: number; seed: number; currency: string; signal: AbortSignal };
type Event = Record<string, unknown>;
type Answer = { offers: Offer[]; experiments: { experiment_id: string; variant: string }[] };

const batch = 500;
const shoppersAtOnce = 64;
const postsAtOnce = 4;
const tickMs = 40;
const flushMs = 250;
/** The estimated number of events of a shopper with a cart. */
const guess = 3;

export async function drive(client: Client, { rate, seconds, seed, currency, signal }: Traffic) {
  const run = randomBytes(4).toString("hex");
  const bundles = bundlesOf(currency);
  const outbox: Event[] = [];
  const inFlight = new Set<Promise<void>>();
  let shoppers = 0;
  let posts = 0;
  let planned = 0;

  const start = (task: Promise<void>) => {
    const own = task.finally(() => inFlight.delete(own));
    inFlight.add(own);
  };
  const shopper = async () => {
    const n = shoppers++;
    const random = new Random(seed, n + 1);
    const coming = comes(random);
    // Slightly in the past, so that it fits the API's response and precedes the end of an experiment.
    const at = Date.now() - 2_000;
    const names = {
      event: `sim_${run}_${n}`,
      visitor: `vis_${run}_${n}`,
      customer: `cus_${1000 + random.between(0, 9000)}`,
      order: `ord_${run}_${n}`,
      platformOrder: `SIM-${run}-${n}`,
    };
    if (coming.reach === "page") {
      planned++;
      outbox.push(...stamped(tell(shops(random, coming, plain(currency)), at, names, currency), at));
      return;
    }
    planned += guess;
    const query = new URLSearchParams({ visitor_id: names.visitor, cart: coming.cart.join() });
    const answer = await client.get<Answer>(`/offers?${query}`);
    const { offers, experiments } = answer ?? { offers: [], experiments: [] };
    // The API does not list bundles, but a store with the demo's offers has its bundles as well.
    const bundle = offers.some(({ id }) => id.startsWith("ups_demo")) ? random.pick(bundles) : undefined;
    const visit = shops(random, coming, { currency, offers, takenBy, bundle });
    const events = tell(visit, at, names, currency, experiments[0]?.variant);
    const own = [...stamped(events, at), ...exposures(experiments, names, at, visit.order !== undefined)];
    outbox.push(...own);
    planned += own.length - guess;
  };
  const flush = async () => {
    const events = outbox.splice(0, batch);
    await client.post(events);
  };

  const began = performance.now();
  let flushed = began;
  for (;;) {
    const elapsed = (performance.now() - began) / 1000;
    const over = signal.aborted || client.failure !== undefined || elapsed >= seconds;
    const due = Math.min(elapsed, seconds) * rate;
    while (!over && planned < due && inFlight.size < shoppersAtOnce) start(shopper());
    if (over && inFlight.size === 0 && outbox.length === 0) break;
    const late = performance.now() - flushed > flushMs || over;
    while (posts < postsAtOnce && (outbox.length >= batch || (late && outbox.length > 0))) {
      flushed = performance.now();
      posts++;
      start(flush().finally(() => posts--));
    }
    if (client.failure !== undefined) outbox.length = 0;
    await sleep(tickMs);
  }
}

/** Sends events that were planned for later at once, in their order. */
function stamped(events: readonly Event[], at: number): Event[] {
  return events.map((event, n) => ({ ...event, occurred_at: new Date(at + n).toISOString() }));
}

function exposures(
  experiments: Answer["experiments"],
  names: Parameters<typeof tell>[2],
  at: number,
  ordered: boolean,
) {
  return experiments.flatMap(({ experiment_id, variant }): Event[] => {
    const common = { occurred_at: new Date(at).toISOString(), experiment_id, visitor_id: names.visitor };
    const id = `${names.event}_${experiment_id}`;
    return [
      { id: `${id}_seen`, type: "experiment.exposed", ...common, variant },
      ...(ordered ? [{ id: `${id}_won`, type: "experiment.converted", ...common, order_id: names.order }] : []),
    ];
  });
}

function bundlesOf(currency: string): Bundle[] {
  const sold = makeBundles("2026-01-01", "UTC", currency).filter(({ row }) => row.status === "active");
  return sold.map(toBundle);
}

const plain = (currency: string) => ({ currency, offers: [], takenBy, bundle: undefined });
