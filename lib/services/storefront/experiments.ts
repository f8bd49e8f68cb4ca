import { and, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "../../database/client.ts";
import { experiment } from "../../database/schema/checkout.ts";
import { order } from "../../database/schema/checkout-sales.ts";
import { isOne, lock } from "../checkout/experiment-life.ts";
import { readSums } from "../checkout/experiment-sums.ts";
import { concluded, winnerOf } from "../checkout/verdict.ts";
import type { NewEvent } from "../delivery/emit.ts";
import type { Catalogue } from "./catalogue.ts";
import { setAsideFloods } from "./experiment-networks.ts";
import { ExperimentSums } from "./experiment-rollup.ts";
import {
  apply,
  type Circumstances,
  type ExperimentEvent,
  findSeen,
  keyIn,
  keyOf,
  lockVisitors,
  takeTurns,
  type Visitor,
  wouldChange,
  writeVisitors,
} from "./experiment-visitors.ts";

type Experiment = typeof experiment.$inferSelect;
type Told = {
  events: readonly ExperimentEvent[];
  /** Visitors of whose orders something has changed. */
  buyers: readonly string[];
  experiments: Catalogue["experiments"];
};

// A visitor of an experiment with a plan is taken out of the sums and added again with what the confirmed orders are worth
// now, so the sequence of events does not matter. An experiment without a plan counts what the shop's server calls
// conversions, and what its pages call so once the visitor has a confirmed order.
export async function recordExperiments(
  tx: Transaction,
  tenantId: number,
  { events, buyers, experiments: known }: Told,
  circumstances: Circumstances,
): Promise<NewEvent[]> {
  const hasPlan = ({ experiment_id }: ExperimentEvent) => (known.get(experiment_id)?.plan ?? null) !== null;
  const own = events.filter((event) => event.type === "experiment.exposed" || !hasPlan(event));
  if (own.length === 0 && buyers.length === 0) return [];
  await takeTurns(tx, tenantId, new Set([...buyers, ...own.map(({ visitor_id }) => visitor_id)]));
  const keys = [...own.map(keyIn), ...(await findSeen(tx, tenantId, buyers))];
  if (keys.length === 0) return [];
  const visitors = await lockVisitors(tx, tenantId, keys);
  const eventsOf = Map.groupBy(own, (event) => keyOf(keyIn(event)));
  const bought = new Set(buyers);
  const { claimed, dayOf, shopper } = circumstances;
  const touched = [...visitors].filter(
    ([key, visitor]) =>
      bought.has(visitor.visitorId) || eventsOf.get(key)?.some((event) => wouldChange(visitor, event, claimed)),
  );
  const orders = await ordersOf(tx, tenantId, new Set(touched.map(([, { visitorId }]) => visitorId)));
  const experiments = await lockExperiments(tx, tenantId, new Set(touched.map(([, one]) => one.experimentId)));

  const changed = new Map<string, { before: Visitor; visitor: Visitor }>();
  for (const [key, before] of touched) {
    const row = experiments.get(before.experimentId);
    if (!row || isFrozen(row)) continue;
    const visitor = { ...before };
    for (const event of eventsOf.get(key) ?? []) {
      if (wouldChange(visitor, event, claimed)) apply(visitor, event, circumstances);
    }
    const theirs = orders.get(visitor.visitorId) ?? [];
    if (row.plan) Object.assign(visitor, worthOf(visitor, theirs, row));
    else Object.assign(visitor, conversionOf(visitor, theirs, row), { device: null, country: null, returning: null });
    changed.set(key, { before, visitor });
  }
  if (shopper?.network) {
    // In the sequence of the events.
    const arrived = [...eventsOf.keys()].flatMap((key) => changed.get(key) ?? []);
    const fresh = arrived.filter(({ before, visitor }) => before.variant === null && visitor.variant !== null);
    const newcomers = { visitors: fresh.map(({ visitor }) => visitor), experiments };
    await setAsideFloods(tx, tenantId, newcomers, { network: shopper.network, today: dayOf(new Date()) });
  }
  const sums = new ExperimentSums();
  for (const { before, visitor } of changed.values()) {
    sums.add(before, -1);
    sums.add(visitor);
  }
  await writeVisitors(
    tx,
    tenantId,
    [...changed.values()].map(({ visitor }) => visitor),
  );
  const counted = await sums.write(tx, tenantId);
  return conclude(
    tx,
    tenantId,
    [...experiments.values()].filter(({ id, plan, status }) => counted.has(id) && !plan && status === "running"),
  );
}

const frozenMs = 30 * 86_400_000;
const isFrozen = ({ plan, endedAt }: Experiment) =>
  plan !== null && endedAt !== null && Date.now() - endedAt.getTime() >= frozenMs;

/** Locks experiments before sums, so that the second of two deciding batches sees the sums of the first. */
async function lockExperiments(tx: Transaction, tenantId: number, ids: ReadonlySet<string>) {
  if (ids.size === 0) return new Map<string, Experiment>();
  const rows = await lock(tx, tenantId, inArray(experiment.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

async function conclude(tx: Transaction, tenantId: number, running: readonly Experiment[]): Promise<NewEvent[]> {
  if (running.length === 0) return [];
  const counts = await readSums(
    tx,
    tenantId,
    running.map(({ id }) => id),
  );
  const events: NewEvent[] = [];
  for (const row of running) {
    const own = counts.filter(({ experimentId }) => experimentId === row.id);
    const winner = winnerOf(row.variants, own);
    if (winner === null) continue;
    await tx
      .update(experiment)
      .set({ status: "completed", winner, endedAt: sql`now()` })
      .where(isOne(tenantId, row.id));
    events.push(concluded({ ...row, winner }, "significant", own));
  }
  return events;
}

type Order = Awaited<ReturnType<typeof readOrders>>[number];

/** How long before taking part a visitor's revenue explains later revenue. */
const priorMs = 90 * 86_400_000;

async function ordersOf(tx: Transaction, tenantId: number, visitorIds: ReadonlySet<string>) {
  const rows = visitorIds.size === 0 ? [] : await readOrders(tx, tenantId, [...visitorIds]);
  return Map.groupBy(rows, ({ visitorId }) => visitorId);
}

const readOrders = (tx: Transaction, tenantId: number, visitorIds: string[]) =>
  tx
    .select({
      visitorId: order.visitorId,
      placedAt: order.placedAt,
      acceptedAt: order.acceptedAt,
      confirmed: order.confirmed,
      cancelled: order.cancelled,
      refunded: sql<boolean>`${order.refunded} > 0`,
      revenue: sql`${order.total} + ${order.edited} - ${order.refunded}`.mapWith(Number),
    })
    .from(order)
    .where(and(eq(order.tenantId, tenantId), inArray(order.visitorId, visitorIds)));

/** Tells whether a time lies between the first sight of the variant and the end of the experiment. */
function spanOf({ exposedAt }: Visitor, { endedAt }: Experiment) {
  const from = exposedAt?.getTime() ?? Number.POSITIVE_INFINITY;
  const until = endedAt?.getTime() ?? Number.POSITIVE_INFINITY;
  return { from, isWithin: (at: Date | null) => at !== null && from <= at.getTime() && at.getTime() <= until };
}

/** Orders and acceptances that only a page reported do not count, whatever the store's setting says of its other figures. */
function worthOf(visitor: Visitor, orders: readonly Order[], row: Experiment): Partial<Visitor> {
  const { plan, frozen } = row;
  const { from, isWithin } = spanOf(visitor, row);
  const isBefore = (at: Date | null) => at !== null && from - priorMs <= at.getTime() && at.getTime() < from;
  const isConversion = ({ acceptedAt, placedAt, cancelled }: Order) =>
    plan?.metric === "acceptance" ? isWithin(acceptedAt) : isWithin(placedAt) && !cancelled;
  const confirmed = orders.filter((one) => one.confirmed);
  const placed = confirmed.filter(({ placedAt }) => isWithin(placedAt));
  const kept = placed.filter(({ cancelled }) => !cancelled);
  const earlier = confirmed.filter(({ placedAt, cancelled }) => isBefore(placedAt) && !cancelled);
  const converted = confirmed.some(isConversion);
  const revenueOf = (some: readonly Order[]) =>
    Math.min(
      frozen?.cap ?? Number.POSITIVE_INFINITY,
      some.reduce((sum, { revenue }) => sum + revenue, 0),
    );
  return {
    accepted: confirmed.some(({ acceptedAt }) => isWithin(acceptedAt)),
    orders: kept.length,
    revenue: revenueOf(kept),
    refunded: kept.filter(({ refunded }) => refunded).length,
    cancelled: placed.length - kept.length,
    prior: revenueOf(earlier),
    converted,
    unconfirmed: !converted && orders.some(isConversion),
  };
}

function conversionOf(visitor: Visitor, orders: readonly Order[], row: Experiment): Partial<Visitor> {
  const { isWithin } = spanOf(visitor, row);
  const confirmed = orders.filter((one) => one.confirmed && isWithin(one.placedAt));
  const isClaim = visitor.convertedBy === "page";
  return {
    converted: isClaim ? confirmed.some(({ cancelled }) => !cancelled) : visitor.convertedBy === "server",
    unconfirmed: isClaim && confirmed.length === 0,
  };
}
