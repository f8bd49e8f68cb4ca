import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../database/client.ts";
import type { Executor, Finish, ItemState, Ledger, NewItem } from "./kind.ts";

// An item and the counts of its job change in one transaction, in which items are always locked before their job.

const batch = 500;

/** Adds to the counts of a job; only this function writes them. */
export function count(changes: Partial<Record<ItemState | "total", number>>): SQL {
  const parts = Object.entries(changes).map(
    ([name, by]) => sql`${sql.identifier(name)} = ${sql.identifier(name)} + ${by}`,
  );
  return sql.join([...parts, sql`updated_at = now()`], sql`, `);
}

/** A record occurs only once in a job. */
export async function addItems(tx: Executor, jobId: string, items: readonly NewItem[], from: number): Promise<number> {
  let added = 0;
  for (let at = 0; at < items.length; at += batch) {
    const rows = items.slice(at, at + batch).map((item, index) => {
      const { recordId, label, input, state = "waiting", message = null } = item;
      const n = from + at + index + 1;
      return sql`(${jobId}, ${n}, ${recordId}, ${label}, ${JSON.stringify(input)}::json, ${state}, ${message})`;
    });
    const { rows: inserted } = await tx.execute<{ state: ItemState }>(sql`
      insert into desk.job_item (job_id, n, record_id, label, input, state, message)
      values ${sql.join(rows, sql`, `)} on conflict do nothing returning state`);
    const skipped = inserted.filter(({ state }) => state === "skipped").length;
    added += inserted.length;
    const changes = { total: inserted.length, waiting: inserted.length - skipped, skipped };
    await tx.execute(sql`update desk.job set ${count(changes)} where id = ${jobId}`);
  }
  return added;
}

/** Text from another API: without characters that a text column refuses, and limited in length. */
export const plain = (text: string): string => text.replaceAll("\0", "").toWellFormed().slice(0, 1000);

export type Place = { jobId: string; n: number };

/** Commits that a write is about to be sent, if the job is still running and the caller still has its lease. */
export async function beginItem(
  db: Database,
  place: Place,
  token: string,
  begun: { input: unknown; before: unknown },
  { believeMs, ledger }: { believeMs: number; ledger?: Ledger | undefined },
): Promise<boolean> {
  if (!ledger) return beginAlone(db, place, token, begun, believeMs);
  return db.transaction(async (tx) => {
    if (!(await beginAlone(tx, place, token, begun, believeMs))) return false;
    await ledger.follow(tx, place.jobId, [place.n], { state: "sending" });
    return true;
  });
}

async function beginAlone(
  db: Executor,
  { jobId, n }: Place,
  token: string,
  begun: { input: unknown; before: unknown },
  believeMs: number,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    with begun as (
      update desk.job_item i set state = 'sending', attempts = attempts + 1, sent_at = now(), settle_at = now(),
        believe_at = now() + ${believeMs} * interval '1 millisecond', settles = 0, token = ${token},
        input = ${JSON.stringify(begun.input)}::json, before = ${JSON.stringify(begun.before)}::json,
        code = null, message = null, updated_at = now()
      from desk.job j
      where i.job_id = ${jobId} and i.n = ${n} and i.state = 'waiting' and j.id = i.job_id
        and j.state = 'running' and j.lease_token = ${token} and j.lease_until > now()
      returning i.n)
    update desk.job set ${count({ waiting: -1, sending: 1 })}
    where id = ${jobId} and exists (select from begun) returning id`);
  return rows.length > 0;
}

/** Finishes an item, or returns it to the waiting ones. Does nothing if another worker has taken it over. */
export async function moveItem(
  db: Database,
  { jobId, n }: Place,
  from: { state: ItemState; token: string | null },
  finish: Finish,
  ledger?: Ledger,
): Promise<boolean> {
  const { state, code = null, message = null, recordId = null } = finish;
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`
      update desk.job_item set state = ${state}, code = ${code}, message = ${message && plain(message)},
        record_id = coalesce(record_id, ${recordId}), updated_at = now()
      where job_id = ${jobId} and n = ${n} and state = ${from.state} and token is not distinct from ${from.token}
      returning n`);
    if (rows.length === 0) return false;
    await tx.execute(sql`update desk.job set ${count({ [from.state]: -1, [state]: 1 })} where id = ${jobId}`);
    await ledger?.follow(tx, jobId, [n], finish);
    return true;
  });
}

/** Looks the item up again after that time, or when even a slow API can no longer act. */
export async function lookAgain(
  db: Database,
  place: Place,
  token: string | null,
  after: number | "believed",
  why: { code: string | null; message: string | null },
  ledger?: Ledger,
): Promise<void> {
  const at = after === "believed" ? sql`believe_at` : sql`now() + ${after} * interval '1 millisecond'`;
  await noteOpen(db, place, token, sql`settle_at = ${at}, settles = settles + 1`, why, ledger);
}

export function noteOpen(
  db: Database,
  { jobId, n }: Place,
  token: string | null,
  set: SQL,
  { code, message }: { code: string | null; message: string | null },
  ledger?: Ledger,
): Promise<void> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`
      update desk.job_item set ${set}, code = ${code}, message = ${message && plain(message)}, updated_at = now()
      where job_id = ${jobId} and n = ${n} and state = 'sending' and token is not distinct from ${token}
      returning n`);
    if (rows.length > 0) await ledger?.follow(tx, jobId, [n], { state: "unknown", code, message });
  });
}
