import { and, eq, gt, isNotNull, isNull, min, notExists, type SQLWrapper, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { isHeldDue, isJobDue } from "./database/due.ts";
import { appliedMigrations, knownMigrations } from "./database/migrate.ts";
import { webhookEndpoint } from "./database/schema/checkout.ts";
import { delivery, lease } from "./database/schema/checkout-delivery.ts";
import { heldWrite, job } from "./database/schema/desk-jobs.ts";
import { readPulses } from "./repeat.ts";
import { isStopping } from "./shutdown.ts";

// Everybody may read /health/ready, so it contains only states and ages.

export type Check = { status: "ok" | "late" | "failed" } & Record<string, unknown>;
export type Health = {
  status: "ready" | "not_ready" | "stopping";
  failing: string[];
  checks: Record<string, Check>;
};

const answerMs = 5_000;
const silentSeconds = 60;
const lateSeconds = 600;
/** Results are reused for this long, so that frequent checks do not load the database. */
const keptMs = 1_000;

type Options = {
  /** True only for workers: taking web processes away for late work would turn a delay into an outage. */
  lateFails?: boolean;
};

let kept: { at: number; health: Promise<Health> } | undefined;

export async function readHealth(pool: pg.Pool, options: Options = {}): Promise<Health> {
  if (!kept || performance.now() - kept.at > keptMs) kept = { at: performance.now(), health: examine(pool, options) };
  const health = await kept.health;
  return isStopping() ? { ...health, status: "stopping", failing: ["stopping", ...health.failing] } : health;
}

export const statusOf = ({ status }: Health): number => (status === "ready" ? 200 : 503);

async function examine(pool: pg.Pool, { lateFails = false }: Options): Promise<Health> {
  const checks: Record<string, Check> = {};
  checks.database = await timed(async () => {
    await pool.query("select 1");
    return { status: "ok" };
  });
  if (checks.database.status === "ok") {
    const [migrations, queue] = await Promise.all([
      timed(() => checkMigrations(pool)),
      timed(() => checkQueue(pool, lateFails)),
    ]);
    Object.assign(checks, { migrations, queue });
  }
  checks.workers = checkWorkers();
  const failing = Object.keys(checks).filter((name) => checks[name]?.status === "failed");
  return { status: failing.length > 0 ? "not_ready" : "ready", failing, checks };
}

/** The reason of a failure is only logged, because it would reveal names of hosts and users here. */
async function timed(check: () => Promise<Check>): Promise<Check> {
  const late = Promise.withResolvers<Check>();
  const timer = setTimeout(() => late.resolve({ status: "failed" }), answerMs);
  const checked = check().catch((): Check => ({ status: "failed" }));
  return Promise.race([checked, late.promise]).finally(() => clearTimeout(timer));
}

/** A newer database is no error: during an upgrade, the old version continues to serve beside the new one. */
async function checkMigrations(pool: pg.Pool): Promise<Check> {
  const known = knownMigrations();
  const { applied, at } = await appliedMigrations(pool);
  return { status: at < (known.at(-1)?.when ?? 0) ? "failed" : "ok", applied, known: known.length };
}

function checkWorkers(): Check {
  const seconds = readPulses();
  const silent = Object.keys(seconds).filter((name) => (seconds[name] ?? 0) > silentSeconds);
  return { status: silent.length > 0 ? "failed" : "ok", ...(silent.length > 0 && { silent }), seconds };
}

async function checkQueue(pool: pg.Pool, lateFails: boolean): Promise<Check> {
  const seconds = await oldestDue(pool);
  const late = Object.keys(seconds).filter((name) => (seconds[name] ?? 0) > lateSeconds);
  return {
    status: late.length === 0 ? "ok" : lateFails ? "failed" : "late",
    ...(late.length > 0 && { late }),
    seconds,
  };
}

// Seconds that the oldest due item of each kind has waited. An endpoint with a delivery in progress is left out.
export async function oldestDue(client: pg.Pool | pg.PoolClient): Promise<Record<string, number>> {
  const database = drizzle(client);
  const waited = (at: SQLWrapper) => ({ seconds: sql<number | null>`extract(epoch from now() - min(${at}))::float8` });
  const firstOf = (bulk: boolean) =>
    database
      .select({ at: min(delivery.nextAttemptAt) })
      .from(delivery)
      .where(
        and(eq(delivery.endpointId, webhookEndpoint.id), eq(delivery.bulk, bulk), isNotNull(delivery.nextAttemptAt)),
      );
  const inProgress = database
    .select({ id: lease.deliveryId })
    .from(lease)
    .where(and(eq(lease.endpointId, webhookEndpoint.id), gt(lease.until, sql`now()`)));
  const isOn = and(eq(webhookEndpoint.state, "enabled"), isNull(webhookEndpoint.deletedAt), notExists(inProgress));
  const deliveries = await database
    .select(waited(sql`least((${firstOf(false)}), (${firstOf(true)}))`))
    .from(webhookEndpoint)
    .where(isOn);
  const jobs = await database.select(waited(job.dueAt)).from(job).where(isJobDue);
  const dueAt = sql`coalesce(${heldWrite.settleAt}, ${heldWrite.sendAt})`;
  const held = await database.select(waited(dueAt)).from(heldWrite).where(isHeldDue);
  return Object.fromEntries(
    Object.entries({ deliveries, jobs, held_writes: held }).map(([name, [row]]) => [
      name,
      Math.max(0, Math.round(row?.seconds ?? 0)),
    ]),
  );
}
