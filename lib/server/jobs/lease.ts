import "server-only";
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { db } from "../db.ts";

const leaseSeconds = 30;
const renewMs = 10_000;

/** Gives a job to one worker. Paused and cancelled jobs are included while one of their writes is in progress. */
export async function takeLease(jobId: string): Promise<string | null> {
  const token = randomUUID();
  const { rows } = await db().execute(sql`
    update desk.job set lease_token = ${token}, lease_until = now() + ${leaseSeconds} * interval '1 second',
      state = case when state = 'queued' then 'running' else state end, started_at = coalesce(started_at, now())
    where id = ${jobId} and (state in ('queued', 'running') or sending > 0) and due_at <= now()
      and (lease_until is null or lease_until < now())
    returning id`);
  return rows.length > 0 ? token : null;
}

export function keepLease(jobId: string, token: string, lost: () => void): () => void {
  const renew = async () => {
    const { rows } = await db().execute(sql`
      update desk.job set lease_until = now() + ${leaseSeconds} * interval '1 second'
      where id = ${jobId} and lease_token = ${token} returning id`);
    if (rows.length === 0) lost();
  };
  // A failed renewal is made up by the next one, because the lease lasts three times as long.
  const timer = setInterval(() => void renew().catch(() => {}), renewMs);
  timer.unref();
  return () => clearInterval(timer);
}

export async function giveBack(jobId: string, token: string, dueInMs: number): Promise<void> {
  await db().execute(sql`
    update desk.job set lease_token = null, lease_until = null,
      due_at = now() + ${Math.ceil(dueInMs)} * interval '1 millisecond'
    where id = ${jobId} and lease_token = ${token}`);
}
