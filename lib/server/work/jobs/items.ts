import "server-only";
import { and, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { ItemState } from "../../../contract/desk/job-words.ts";
import { ApiError } from "../../../contract/errors.ts";
import { type ItemInput, job, jobItem } from "../../../database/schema/desk-jobs.ts";
import { db, type Executor, fromNow, inStoreMode, now } from "../../db.ts";
import type { OperationName } from "../../wire/call.ts";
import { attempt, believeMs, type LookUpTimes, type StoredWrite, settleAttempt, type Why } from "./attempt.ts";
import { settle } from "./find-outcome.ts";
import type { DueItem, Finish, ItemRow, JobKind, JobProof, NewItem, Turn } from "./kind.ts";
import { type Begun, type End, halting } from "./send-once.ts";
import { storedMessage } from "./stored-message.ts";

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

export type ItemKey = Pick<ItemRow, "jobId" | "n">;

const hasToken = (token: string | null) => (token === null ? isNull(jobItem.token) : eq(jobItem.token, token));

const isItem = ({ jobId, n }: ItemKey) => and(eq(jobItem.jobId, jobId), eq(jobItem.n, n));

function beginItem(
  item: ItemKey,
  token: string,
  { input, before, believeMs }: Begun & { input: ItemInput; believeMs: number },
  proof?: JobProof,
): Promise<boolean> {
  return db().transaction(async (tx) => {
    const begun = await tx
      .update(jobItem)
      .set({
        state: "sending",
        attempts: sql`${jobItem.attempts} + 1`,
        settles: 0,
        token,
        before,
        input,
        sentAt: now,
        settleAt: now,
        believeAt: fromNow(believeMs),
        updatedAt: now,
        code: null,
        ...storedMessage(null),
      })
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
    await proof?.follow(tx, item.jobId, [item.n], { state: "sending" });
    return true;
  });
}

/** Finishes an item, or returns it to the waiting ones. Does nothing if another worker has taken it over. */
export function moveItem(
  item: ItemKey,
  from: Pick<ItemRow, "state" | "token">,
  finish: Finish,
  proof?: JobProof,
): Promise<boolean> {
  const { state, code = null, message = null, recordId = null } = finish;
  return db().transaction(async (tx) => {
    const moved = await tx
      .update(jobItem)
      .set({
        state,
        code,
        ...storedMessage(message),
        updatedAt: now,
        recordId: sql`coalesce(${jobItem.recordId}, ${recordId})`,
      })
      .where(and(isItem(item), eq(jobItem.state, from.state), hasToken(from.token)))
      .returning({ n: jobItem.n });
    if (moved.length === 0) return false;
    await tx
      .update(job)
      .set(countItems({ [from.state]: -1, [state]: 1 }))
      .where(eq(job.id, item.jobId));
    await proof?.follow(tx, item.jobId, [item.n], finish);
    return true;
  });
}

function noteItem(
  item: ItemKey,
  token: string | null,
  times: LookUpTimes,
  { code, message }: Why,
  proof?: JobProof,
): Promise<void> {
  return db().transaction(async (tx) => {
    const noted = await tx
      .update(jobItem)
      .set({ ...times, code, ...storedMessage(message), updatedAt: now })
      .where(and(isItem(item), eq(jobItem.state, "sending"), hasToken(token)))
      .returning({ n: jobItem.n });
    if (noted.length > 0) await proof?.follow(tx, item.jobId, [item.n], { state: "unknown", code, message });
  });
}

export async function runItem(
  turn: Turn,
  kind: JobKind,
  item: DueItem,
  token: string,
  signal: AbortSignal,
): Promise<End | null> {
  if (item.state === "sending") {
    await settleAttempt(storedItem(turn, kind, item), turn.job.state !== "cancelled");
    return null;
  }
  let { input } = item;
  try {
    if (kind.prepare) input = await kind.prepare(turn, item);
  } catch (cause) {
    return prepareFailed(cause, kind, item);
  }
  return attempt(turn, storedItem(turn, kind, { ...item, input }), token, signal);
}

function storedItem(turn: Turn, kind: JobKind, item: DueItem): StoredWrite {
  const { proof } = kind;
  const { input, before } = item;
  const write = { ...(kind.of(turn.job.params) as OperationName), input };
  return {
    row: item,
    write,
    begin: (token, begun) =>
      beginItem(item, token, { input, believeMs: (proof?.believeMs ?? believeMs)(), ...begun }, proof),
    move: (state, token, finish) => moveItem(item, { state, token }, finish, proof),
    note: (token, times, why) => noteItem(item, token, times, why, proof),
    lookUp: (refused) =>
      proof?.settle(turn, item, refused) ??
      settle(turn, { ...write, before, since: turn.job.createdAt, notIt: (ids) => othersOf(turn, ids) }),
    async finishOf({ record = null, body, found }): Promise<Finish | null> {
      if (!proof) return { state: "done", recordId: record };
      return record === null ? null : proof.judge(item, { record, body, found });
    },
    needsProof: proof !== undefined,
  };
}

/** Records that existed before the job, or belong to another item. */
async function othersOf({ job: { storeId, mode, baseline } }: Turn, ids: string[]): Promise<Set<string>> {
  const rows = await db()
    .select({ id: jobItem.recordId })
    .from(jobItem)
    .innerJoin(job, eq(job.id, jobItem.jobId))
    .where(and(inStoreMode(job, { storeId, mode }), inArray(jobItem.recordId, ids)));
  return new Set([...rows.flatMap(({ id }) => id ?? []), ...baseline.filter((id) => ids.includes(id))]);
}

async function prepareFailed(cause: unknown, { proof }: JobKind, item: DueItem): Promise<End | null> {
  if (!(cause instanceof ApiError)) throw cause;
  const { status, code, sentence: message } = cause;
  if (halting.includes(code)) return { state: "halt", code, message };
  // A read may be tried again at the next turn.
  if (status >= 500 || status === 429 || status === 0) throw cause;
  await moveItem(item, { state: "waiting", token: item.token }, { state: "failed", code, message }, proof);
  return null;
}
