import "server-only";
import { and, eq, getTableColumns, inArray, isNull, lte, max, notInArray, or, sql } from "drizzle-orm";
import { ApiError, type Sentence } from "../../../contract/errors.ts";
import { job, jobFile, jobItem } from "../../../database/schema/desk-jobs.ts";
import { log } from "../../../log.ts";
import { asWork } from "../../../request-context.ts";
import { sentence } from "../../../sentences.ts";
import { span } from "../../../telemetry.ts";
import { db, now } from "../../db.ts";
import { membershipOf } from "../../people/sessions.ts";
import type { Actor } from "../../wire/call.ts";
import { operationOf } from "../../wire/contracts.ts";
import { requireRole } from "../../wire/perform-call.ts";
import { tellEnd, teller, tellJob } from "./announce.ts";
import { addItems, moveItem, runItem } from "./items.ts";
import type { DueItem, JobKind, Turn } from "./kind.ts";
import { kindOf } from "./kind.ts";
import { giveBack, hasLease, keepLease, takeLease } from "./lease.ts";
import { isUntold } from "./missing-addresses.ts";
import { storedMessage } from "./stored-message.ts";

/** Writes of one job that are in progress at a time; the governor of a foreign API sets their pace. */
const lanes = 4;
const sliceMs = 20_000;
const troubleMs = 5_000;
const haltedMs = 30_000;
/** A delayed change that the rate limit refuses is tried again after this time. */
const refusedMs = 500;

type Halt = { code: string; message: Sentence };

export function runJob(jobId: string, stopping: AbortSignal, slice = sliceMs): Promise<void> {
  return asWork(jobId, () => span("turn at a job", {}, () => runTurn(jobId, stopping, slice)));
}

async function runTurn(jobId: string, stopping: AbortSignal, slice: number): Promise<void> {
  if (await isElsewhere(jobId)) return;
  const token = await takeLease(jobId);
  if (!token) return;
  const lost = new AbortController();
  const release = keepLease(jobId, token, () => lost.abort());
  let nextInMs: number | null = troubleMs;
  try {
    const signal = AbortSignal.any([stopping, lost.signal]);
    const halt = await takeTurn(jobId, token, signal, performance.now() + slice);
    if (halt) await stop(jobId, token, halt);
    nextInMs = await conclude(jobId, token);
    if (halt && nextInMs !== null) nextInMs = Math.max(nextInMs, haltedMs);
  } catch (cause) {
    log.error({ err: cause, job: jobId }, "a turn at a job failed");
  } finally {
    release();
    await giveBack(jobId, token, nextInMs ?? 0);
    await tellJob(jobId);
    if (nextInMs === null) await tellEnd(await read(jobId));
  }
}

async function isElsewhere(jobId: string): Promise<boolean> {
  const [row] = await db().select().from(job).where(eq(job.id, jobId));
  const named = row && kindOf(row.kind).of(row.params);
  return !!named && named !== "audit" && isUntold({ storeId: row.storeId, mode: row.mode, api: named.api });
}

async function takeTurn(jobId: string, token: string, signal: AbortSignal, until: number): Promise<Halt | null> {
  let row = await read(jobId);
  const kind = kindOf(row.kind);
  const membership = await membershipOf(row.actsFor, row.storeId);
  if (!membership) return { code: "member_removed", message: sentence(kind.delayed ? "changeLeft" : "jobLeft") };
  const { id, mode, createdBy, createdByName } = row;
  const actor: Actor = kind.delayed
    ? { kind: "person", id: createdBy, name: createdByName }
    : { kind: "job", id, name: `${row.kind} of ${createdByName}` };
  const turn = (): Turn => ({ membership, mode, lane: kind.delayed ? "visible" : "bulk", actor, job: row });
  const tell = teller(row);
  await tell();
  try {
    const named = kind.of(row.params);
    if (named !== "audit") requireRole(membership.role, operationOf(named));
    while (row.state === "running" && row.cursor !== null) {
      if (signal.aborted || performance.now() > until) return null;
      await collect(turn(), kind, token);
      row = await read(jobId);
      await tell();
    }
  } catch (cause) {
    return haltFor(cause);
  }
  let halt: Halt | null = null;
  let failure: unknown;
  let refused = false;
  const items = handOut(
    (taken) => findDueItems(row.id, taken),
    ({ n }: DueItem) => n,
  );
  const work = async () => {
    while (!halt && !failure && !refused && !signal.aborted && performance.now() < until) {
      const item = await items.next();
      if (!item) return;
      try {
        const one = () => runItem(turn(), kind, item, token, signal);
        const end = await asWork(`${jobId}.${item.n}`, one);
        if (end?.state === "halt") halt ??= end;
        refused ||= end?.state === "again" && kind.delayed === true;
      } catch (cause) {
        failure ??= cause;
      } finally {
        items.giveBack(item);
        await tell();
      }
    }
  };
  await Promise.all(Array.from({ length: kind.alone ? 1 : lanes }, work));
  if (failure) throw failure;
  return halt;
}

/** Halts a job only for errors that a retry cannot fix; others are thrown and lead to another turn. */
function haltFor(cause: unknown): Halt | null {
  if (!(cause instanceof ApiError)) throw cause;
  if (cause.status >= 500 && cause.code !== "connection_rejected" && cause.code !== "not_implemented") throw cause;
  if (cause.status === 429) throw cause;
  return { code: cause.code, message: cause.sentence };
}

async function collect(turn: Turn, kind: JobKind, token: string): Promise<void> {
  const { id } = turn.job;
  const step = (await kind.collect?.(turn, turn.job.cursor ?? {})) ?? { next: null };
  const { items = [], baseline, content, rows = 0, total, next } = step;
  await db().transaction(async (tx) => {
    const done = sql`${job.done} + ${rows}`;
    const mine = await tx
      .update(job)
      .set({
        cursor: next,
        done,
        updatedAt: now,
        ...(baseline && { baseline }),
        ...(content !== undefined && { total: sql`greatest(${total ?? 0}::int, ${done})` }),
      })
      .where(and(hasLease(id, token), sql`${job.leaseUntil} > now()`, eq(job.state, "running")));
    // Another worker continues, or the job was stopped: the result of this step is discarded.
    if (mine.rowCount === 0) return;
    const [last] = await tx
      .select({ n: max(jobItem.n) })
      .from(jobItem)
      .where(eq(jobItem.jobId, id));
    await addItems(tx, id, items, last?.n ?? 0);
    if (content)
      await tx.insert(jobFile).values({ jobId: id, n: await tx.$count(jobFile, eq(jobFile.jobId, id)), content });
  });
}

function findDueItems(jobId: string, taken: ReadonlySet<number>): Promise<DueItem[]> {
  const isRunning = sql`exists (${db()
    .select({ id: job.id })
    .from(job)
    .where(and(eq(job.id, jobId), eq(job.state, "running")))})`;
  const isDue = or(
    and(eq(jobItem.state, "sending"), lte(jobItem.settleAt, now)),
    and(eq(jobItem.state, "waiting"), isRunning),
  );
  return db()
    .select({ ...getTableColumns(jobItem), believed: sql<boolean>`coalesce(${jobItem.believeAt} <= now(), true)` })
    .from(jobItem)
    .where(and(eq(jobItem.jobId, jobId), isDue, taken.size > 0 ? notInArray(jobItem.n, [...taken]) : undefined))
    .orderBy(sql`${jobItem.state} = 'waiting'`, jobItem.n)
    .limit(20);
}

async function read(jobId: string) {
  const [row] = await db().select().from(job).where(eq(job.id, jobId));
  if (!row) throw new Error(`Job ${jobId} is gone.`);
  return row;
}

async function stop(jobId: string, token: string, { code, message }: Halt): Promise<void> {
  const { kind } = await read(jobId);
  if (kindOf(kind).delayed) return giveUp(jobId, { code, message });
  await db()
    .update(job)
    .set({ state: "paused", code, ...storedMessage(message), updatedAt: now })
    .where(and(hasLease(jobId, token), eq(job.state, "running")));
}

/** What was sent is still looked up, unless the person may no longer read it. */
async function giveUp(jobId: string, halt: Halt): Promise<void> {
  const mayRead = !["member_removed", "role_forbidden"].includes(halt.code);
  const left = await db()
    .select()
    .from(jobItem)
    .where(and(eq(jobItem.jobId, jobId), inArray(jobItem.state, mayRead ? ["waiting"] : ["waiting", "sending"])));
  for (const item of left)
    await moveItem(item, item, { state: item.state === "waiting" ? "failed" : "unknown", ...halt });
}

/** Marks the job as done if nothing is left. Otherwise returns the milliseconds until the next turn. */
async function conclude(jobId: string, token: string): Promise<number | null> {
  const nothingLeft = [isNull(job.cursor), eq(job.waiting, 0), eq(job.sending, 0)];
  await db()
    .update(job)
    .set({ state: "done", finishedAt: now, updatedAt: now })
    .where(and(hasLease(jobId, token), eq(job.state, "running"), ...nothingLeft));
  const row = await read(jobId);
  const waits = row.state === "running" && (row.waiting > 0 || row.cursor !== null);
  if (waits) return kindOf(row.kind).delayed ? refusedMs : 0;
  if (row.sending === 0) return null;
  const [next] = await db()
    .select({ ms: sql<number>`extract(epoch from min(${jobItem.settleAt}) - now())::float8 * 1000` })
    .from(jobItem)
    .where(and(eq(jobItem.jobId, jobId), eq(jobItem.state, "sending")));
  return Math.max(100, next?.ms ?? 1_000);
}

/** Gives each item that `read` finds to one taker at a time. `read` gets the keys of the items that are still taken. */
export function handOut<T, Key>(read: (taken: ReadonlySet<Key>) => Promise<T[]>, keyOf: (found: T) => Key) {
  const taken = new Set<Key>();
  let found: T[] = [];
  let reading: Promise<void> | null = null;
  const refill = async () => {
    found = await read(taken);
  };
  return {
    async next(): Promise<T | undefined> {
      if (found.length === 0) {
        reading ??= refill().finally(() => {
          reading = null;
        });
        await reading;
      }
      let next = found.shift();
      // Skips what was taken while the list was read.
      while (next && taken.has(keyOf(next))) next = found.shift();
      if (next) taken.add(keyOf(next));
      return next;
    },
    giveBack: (one: T) => void taken.delete(keyOf(one)),
  };
}
