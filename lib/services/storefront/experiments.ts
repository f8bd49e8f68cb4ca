import { inArray, sql } from "drizzle-orm";
import { experiment } from "../../database/schema/checkout.ts";
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
import { ordersOf, worthOf } from "./experiment-worth.ts";

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
