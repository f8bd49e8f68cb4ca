import { and, eq, inArray, sql } from "drizzle-orm";
import { experiment } from "../../database/schema/checkout.ts";
import { order } from "../../database/schema/checkout-sales.ts";
import { isOne, lock } from "../checkout/experiment-life.ts";
import { readSums } from "../checkout/experiment-sums.ts";
import { concluded, winnerOf } from "../checkout/verdict.ts";
import type { NewEvent, Transaction } from "../delivery/emit.ts";
import type { Catalogue } from "./catalogue.ts";
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

// A visitor of an experiment with a plan is taken out of the sums and added again with what the orders are worth now, so
// the sequence of events does not matter. An experiment without a plan counts what the shop calls conversions.
export async function recordExperiments(
  tx: Transaction,
  tenantId: number,
  { events, buyers, experiments: known }: Told,
  circumstances: Circumstances,
): Promise<NewEvent[]> {
  const hasPlan = ({ experiment_id }: ExperimentEvent) => (known.get(experiment_id)?.plan ?? null) !== null;
  const own = events.filter((event) => event.type === "experiment.exposed" || !hasPlan(event));
  if (own.length === 0 && buyers.length === 0) return [];
  await takeTurns(tx, tenantId, new Set([...buyers, ...own.filter(hasPlan).map(({ visitor_id }) => visitor_id)]));
  const keys = [...own.map(keyIn), ...(await findSeen(tx, tenantId, buyers))];
  if (keys.length === 0) return [];
  const visitors = await lockVisitors(tx, tenantId, keys);
  const eventsOf = Map.groupBy(own, (event) => keyOf(keyIn(event)));
  const bought = new Set(buyers);
  const touched = [...visitors].filter(
    ([key, visitor]) =>
      bought.has(visitor.visitorId) || eventsOf.get(key)?.some((event) => wouldChange(visitor, event)),
  );
  const orders = await ordersOf(tx, tenantId, new Set(touched.map(([, { visitorId }]) => visitorId)));
  const experiments = await lockExperiments(tx, tenantId, new Set(touched.map(([, one]) => one.experimentId)));

  const sums = new ExperimentSums();
  const changed: Visitor[] = [];
  for (const [key, before] of touched) {
    const row = experiments.get(before.experimentId);
    if (!row || isFrozen(row)) continue;
    const visitor = { ...before };
    for (const event of eventsOf.get(key) ?? []) if (wouldChange(visitor, event)) apply(visitor, event, circumstances);
    if (row.plan) Object.assign(visitor, worthOf(visitor, orders.get(visitor.visitorId) ?? [], row));
    else Object.assign(visitor, { device: null, country: null, returning: null });
    sums.add(before, -1);
    sums.add(visitor);
    changed.push(visitor);
  }
  await writeVisitors(tx, tenantId, changed);
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
      counted: order.counted,
      cancelled: order.cancelled,
      refunded: sql<boolean>`${order.refunded} > 0`,
      revenue: sql`${order.total} + ${order.edited} - ${order.refunded}`.mapWith(Number),
    })
    .from(order)
    .where(and(eq(order.tenantId, tenantId), inArray(order.visitorId, visitorIds)));

/** What a visitor did from the first sight of the variant to the end of the experiment. */
function worthOf(
  { exposedAt }: Visitor,
  orders: readonly Order[],
  { plan, frozen, endedAt }: Experiment,
): Partial<Visitor> {
  const from = exposedAt?.getTime() ?? Number.POSITIVE_INFINITY;
  const until = endedAt?.getTime() ?? Number.POSITIVE_INFINITY;
  const isWithin = (at: Date | null) => at !== null && from <= at.getTime() && at.getTime() <= until;
  const isBefore = (at: Date | null) => at !== null && from - priorMs <= at.getTime() && at.getTime() < from;
  const counted = orders.filter((one) => one.counted);
  const placed = counted.filter(({ placedAt }) => isWithin(placedAt));
  const kept = placed.filter(({ cancelled }) => !cancelled);
  const earlier = counted.filter(({ placedAt, cancelled }) => isBefore(placedAt) && !cancelled);
  const accepted = orders.some(({ acceptedAt }) => isWithin(acceptedAt));
  const revenueOf = (some: readonly Order[]) =>
    Math.min(
      frozen?.cap ?? Number.POSITIVE_INFINITY,
      some.reduce((sum, { revenue }) => sum + revenue, 0),
    );
  return {
    accepted,
    orders: kept.length,
    revenue: revenueOf(kept),
    refunded: kept.filter(({ refunded }) => refunded).length,
    cancelled: placed.length - kept.length,
    prior: revenueOf(earlier),
    converted: plan?.metric === "acceptance" ? accepted : kept.length > 0,
  };
}
