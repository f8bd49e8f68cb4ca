import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { db } from "./db.ts";
import { kept } from "./embedded.ts";

// Deletes expired rows of the dashboard. The activity and the payout ledger never expire.

const batch = 5_000;
/** A year and a month, like the use of keys: orders and customers seen at another API, and permissions of keys. */
const seenDays = 400;

const ago = (days: number) => sql`now() - make_interval(days => ${days}::int)`;
/** Payout jobs are kept, because the ledger refers to them. */
const overLong = () => sql`select id from desk.job where finished_at < ${ago(kept("KEEP_JOBS_DAYS"))}
  and state in ('done', 'cancelled') and sending = 0 and kind <> 'create_payouts'`;

/** Deletes in batches, so that no statement holds locks for long; several processes can share the work. */
export async function forgetOld(): Promise<Record<string, number>> {
  return {
    job_item: await inBatches(sql`delete from desk.job_item where (job_id, n) in (
      select job_id, n from desk.job_item where job_id in (${overLong()}) limit ${batch} for update skip locked)`),
    job: await inBatches(sql`delete from desk.job where id in (
      select id from desk.job where id in (${overLong()}) and not exists (
        select from desk.job_item item where item.job_id = job.id) limit ${batch} for update skip locked)`),
    remembered: await inBatches(sql`delete from desk.remembered where (store_id, mode, kind, id) in (
      select store_id, mode, kind, id from desk.remembered
      where kind in ('order', 'customer') and last_seen < ${ago(seenDays)} limit ${batch} for update skip locked)`),
    key_access: await inBatches(sql`delete from desk.key_access where (holder, resource, action) in (
      select holder, resource, action from desk.key_access where at < ${ago(seenDays)} limit ${batch} for update skip locked)`),
    session: await inBatches(sql`delete from desk.session where id in (
      select id from desk.session where expires_at < ${ago(1)} limit ${batch} for update skip locked)`),
    verification: await inBatches(sql`delete from desk.verification where id in (
      select id from desk.verification where expires_at < ${ago(1)} limit ${batch} for update skip locked)`),
  };
}

async function inBatches(statement: SQL): Promise<number> {
  for (let gone = 0; ; ) {
    const { rowCount } = await db().execute(statement);
    gone += rowCount ?? 0;
    if ((rowCount ?? 0) < batch) return gone;
  }
}
