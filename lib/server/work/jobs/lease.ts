import "server-only";
import { randomUUID } from "node:crypto";
import { and, eq, not, sql } from "drizzle-orm";
import { isJobDue } from "../../../database/due-work.ts";
import { job } from "../../../database/schema/desk-jobs.ts";
import { db, fromNow } from "../../db.ts";
import { isDelayed } from "./kind.ts";

const leaseMs = 30_000;
const renewMs = 10_000;

export const findDueJobs = (delayed: boolean) =>
  db()
    .select({ id: job.id })
    .from(job)
    .where(and(isJobDue, delayed ? isDelayed() : not(isDelayed())))
    .orderBy(job.dueAt)
    .limit(500);

export async function takeLease(jobId: string): Promise<string | null> {
  const token = randomUUID();
  const taken = await db()
    .update(job)
    .set({
      leaseToken: token,
      leaseUntil: fromNow(leaseMs),
      state: sql`case when ${job.state} = 'queued' then 'running' else ${job.state} end`,
      startedAt: sql`coalesce(${job.startedAt}, now())`,
    })
    .where(and(eq(job.id, jobId), isJobDue))
    .returning({ id: job.id });
  return taken.length > 0 ? token : null;
}

export const hasLease = (jobId: string, token: string) => and(eq(job.id, jobId), eq(job.leaseToken, token));

export function keepLease(jobId: string, token: string, lost: () => void): () => void {
  const renew = async () => {
    const renewed = await db()
      .update(job)
      .set({ leaseUntil: fromNow(leaseMs) })
      .where(hasLease(jobId, token));
    if (renewed.rowCount === 0) lost();
  };
  // A failed renewal is made up by the next one, because the lease lasts three times as long.
  const timer = setInterval(() => void renew().catch(() => {}), renewMs);
  timer.unref();
  return () => clearInterval(timer);
}

export async function giveBack(jobId: string, token: string, dueInMs: number): Promise<void> {
  await db()
    .update(job)
    .set({ leaseToken: null, leaseUntil: null, dueAt: fromNow(Math.ceil(dueInMs)) })
    .where(hasLease(jobId, token));
}
