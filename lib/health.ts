import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { dueLanes, isJobDue } from "./database/due-work.ts";
import { appliedMigrations, knownMigrations } from "./database/migrate.ts";
import { job } from "./database/schema/desk-jobs.ts";
import { readPulses, silentSeconds } from "./repeat.ts";
import { isStopping } from "./shutdown.ts";

// Everybody may read /health/ready, so it contains only states and ages.

export type Check = { status: "ok" | "late" | "failed" } & Record<string, unknown>;
export type Health = {
  status: "ready" | "not_ready" | "stopping";
  failing: string[];
  checks: Record<string, Check>;
};

const answerMs = 5_000;
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
  const { rows } = await drizzle(client).execute<Record<string, string | null>>(sql`
    ${sql.raw(dueLanes)}
    select
      (select min(due.at) from lane
        join checkout.webhook_endpoint endpoint on endpoint.id = lane.endpoint_id
          and endpoint.state = 'enabled' and endpoint.deleted_at is null
        cross join lateral (
          select min(first.at) as at from (values (false), (true)) kind (bulk) cross join lateral (
            select d.next_attempt_at as at from checkout.delivery d
            where d.endpoint_id = endpoint.id and d.bulk = kind.bulk and d.next_attempt_at is not null
            order by d.next_attempt_at limit 1
          ) first
        ) due
        where not exists (
          select from checkout.lease where lease.endpoint_id = endpoint.id and lease.until > now())) as deliveries,
      (select min(${job.dueAt}) from ${job} where ${isJobDue}) as jobs,
      now() as now`);
  const { now, ...oldest } = rows[0] as { now: string } & Record<string, string | null>;
  return Object.fromEntries(
    Object.entries(oldest).map(([name, at]) => [
      name,
      at ? Math.max(0, Math.round((Date.parse(now) - Date.parse(at)) / 1000)) : 0,
    ]),
  );
}
