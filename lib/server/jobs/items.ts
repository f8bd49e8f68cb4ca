import "server-only";
import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { type ItemInput, job, jobItem } from "../../database/schema/desk-jobs.ts";
import { db, type Executor, now } from "../db.ts";
import { hasToken, type LookUpTimes, sendingValues, type Why } from "./attempt.ts";
import type { Finish, ItemRow, ItemState, Ledger, NewItem } from "./kind.ts";
import type { Begun } from "./once.ts";

// An item and the counts of its job change in one transaction, in which items are always locked before their job.

const batch = 500;

export function countItems(changes: Partial<Record<ItemState | "total", number>>) {
  const counts = Object.entries(changes) as [keyof typeof changes, number][];
  const sums: Partial<Record<ItemState | "total", SQL>> = {};
  for (const [name, by] of counts) sums[name] = sql`${job[name]} + ${by}`;
  return { ...sums, updatedAt: now };
}

export async function addItems(tx: Executor, jobId: string, items: readonly NewItem[], after = 0): Promise<void> {
  for (let at = 0; at < items.length; at += batch) {
    const rows = items.slice(at, at + batch).map((item, index) => ({ jobId, n: after + at + index + 1, ...item }));
    const added = await tx.insert(jobItem).values(rows).onConflictDoNothing().returning({ state: jobItem.state });
    const skipped = added.filter(({ state }) => state === "skipped").length;
    const counts = countItems({ total: added.length, waiting: added.length - skipped, skipped });
    await tx.update(job).set(counts).where(eq(job.id, jobId));
  }
}

export const plain = (text: string): string => text.replaceAll("\0", "").toWellFormed().slice(0, 1000);

export type ItemKey = Pick<ItemRow, "jobId" | "n">;

const isItem = ({ jobId, n }: ItemKey) => and(eq(jobItem.jobId, jobId), eq(jobItem.n, n));

export function beginItem(
  item: ItemKey,
  token: string,
  { input, before, believeMs }: Begun & { input: ItemInput; believeMs: number },
  ledger?: Ledger,
): Promise<boolean> {
  return db().transaction(async (tx) => {
    const begun = await tx
      .update(jobItem)
      .set({ ...sendingValues(jobItem, token, before, believeMs), settleAt: now, input })
      .from(job)
      .where(
        and(
          ...[isItem(item), eq(jobItem.state, "waiting"), eq(job.id, jobItem.jobId)],
          ...[eq(job.state, "running"), eq(job.leaseToken, token), gt(job.leaseUntil, now)],
        ),
      )
      .returning({ n: jobItem.n });
    if (begun.length === 0) return false;
    await tx
      .update(job)
      .set(countItems({ waiting: -1, sending: 1 }))
      .where(eq(job.id, item.jobId));
    await ledger?.follow(tx, item.jobId, [item.n], { state: "sending" });
    return true;
  });
}

/** Finishes an item, or returns it to the waiting ones. Does nothing if another worker has taken it over. */
export function moveItem(
  item: ItemKey,
  from: Pick<ItemRow, "state" | "token">,
  finish: Finish,
  ledger?: Ledger,
): Promise<boolean> {
  const { state, code = null, message = null, recordId = null } = finish;
  return db().transaction(async (tx) => {
    const moved = await tx
      .update(jobItem)
      .set({
        ...{ state, code, message: message && plain(message), updatedAt: now },
        recordId: sql`coalesce(${jobItem.recordId}, ${recordId})`,
      })
      .where(and(isItem(item), eq(jobItem.state, from.state), hasToken(jobItem, from.token)))
      .returning({ n: jobItem.n });
    if (moved.length === 0) return false;
    await tx
      .update(job)
      .set(countItems({ [from.state]: -1, [state]: 1 }))
      .where(eq(job.id, item.jobId));
    await ledger?.follow(tx, item.jobId, [item.n], finish);
    return true;
  });
}

export function noteItem(
  item: ItemKey,
  token: string | null,
  times: LookUpTimes,
  { code, message }: Why,
  ledger?: Ledger,
): Promise<void> {
  return db().transaction(async (tx) => {
    const noted = await tx
      .update(jobItem)
      .set({ ...times, code, message: message && plain(message), updatedAt: now })
      .where(and(isItem(item), eq(jobItem.state, "sending"), hasToken(jobItem, token)))
      .returning({ n: jobItem.n });
    if (noted.length > 0) await ledger?.follow(tx, item.jobId, [item.n], { state: "unknown", code, message });
  });
}
