import "server-only";
import { sql } from "drizzle-orm";
import { db } from "../db.ts";
import { forgetOldPreviews } from "../payouts/forget.ts";

export const fileDays = 7;

/** Finds due work without a worker, and deletes expired files. */
export async function sweep(): Promise<{ jobs: string[]; held: { id: string; ms: number }[] }> {
  const { rows: jobs } = await db().execute<{ id: string }>(sql`
    select id from desk.job
    where (state in ('queued', 'running') or sending > 0) and due_at <= now()
      and (lease_until is null or lease_until < now())
    order by due_at limit 500`);
  const { rows: held } = await db().execute<{ id: string; ms: number }>(sql`
    select id, greatest(0, extract(epoch from send_at - now()) * 1000) as ms from desk.held_write
    where state in ('held', 'sending') and send_at < now() + interval '15 seconds'
      and (settle_at is null or settle_at <= now())
    order by send_at limit 500`);
  await db().execute(sql`delete from desk.job_file where created_at < now() - ${fileDays} * interval '1 day'`);
  await db().execute(sql`
    delete from desk.held_write where state not in ('held', 'sending') and updated_at < now() - interval '30 days'`);
  await forgetOldPreviews();
  return { jobs: jobs.map(({ id }) => id), held: held.map(({ id, ms }) => ({ id, ms: Number(ms) })) };
}
