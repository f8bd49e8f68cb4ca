import "server-only";
import { and, eq, getTableColumns, notInArray, or, sql } from "drizzle-orm";
import { ApiError } from "../../contract/errors.ts";
import { job, jobItem } from "../../database/schema/desk-jobs.ts";
import { log } from "../../log.ts";
import { asWork } from "../../request-context.ts";
import { span } from "../../telemetry.ts";
import { db } from "../db.ts";
import { requireRole } from "../operations.ts";
import { collectOnce } from "./collect.ts";
import { runItem } from "./item.ts";
import type { DueItem, Turn } from "./kind.ts";
import { kindOf } from "./kinds/index.ts";
import { giveBack, keepLease, takeLease } from "./lease.ts";
import { membershipOf, operationOf } from "./place.ts";
import { tellEnd, teller, tellJob } from "./tell.ts";
import { isUntold } from "./untold.ts";

/** Writes of one job that are in progress at a time; the governor sets their pace. */
const lanes = 4;
const sliceMs = 20_000;
const troubleMs = 5_000;
const haltedMs = 30_000;

type Halt = { code: string; message: string };

/** Takes one turn at a job. Returns the milliseconds until the next one, or null if this process has none. */
export function runJob(jobId: string, stopping: AbortSignal, slice = sliceMs): Promise<number | null> {
  return asWork(jobId, () => span("turn at a job", {}, () => runTurn(jobId, stopping, slice)));
}

async function runTurn(jobId: string, stopping: AbortSignal, slice: number): Promise<number | null> {
  if (await isElsewhere(jobId)) return null;
  const token = await takeLease(jobId);
  if (!token) return null;
  const over = new AbortController();
  const release = keepLease(jobId, token, () => over.abort());
  let due = troubleMs;
  try {
    const signal = AbortSignal.any([stopping, over.signal]);
    const halt = await takeTurn(jobId, token, signal, performance.now() + slice);
    if (halt) await pause(jobId, token, halt);
    due = (await conclude(jobId, token)) ?? -1;
    if (halt && due >= 0) due = Math.max(due, haltedMs);
  } catch (cause) {
    log.error({ err: cause, job: jobId }, "a turn at a job failed");
  } finally {
    release();
    await giveBack(jobId, token, Math.max(0, due));
    await tellJob(jobId);
    if (due < 0) await tellEnd(await read(jobId));
  }
  return due < 0 ? null : due;
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
  const left = "The person who started this job is no longer a member of this store. Another member can resume it.";
  if (!membership) return { code: "member_removed", message: left };
  const actor = { kind: "job" as const, id: row.id, name: `${row.kind} of ${row.createdByName}` };
  const turn = (): Turn => ({ membership, mode: row.mode, lane: "bulk", actor, job: row });
  const tell = teller(row);
  await tell();
  try {
    const named = kind.of(row.params);
    if (named !== "audit") requireRole(membership.role, operationOf(named).operation);
    while (row.state === "running" && row.cursor !== null) {
      if (signal.aborted || performance.now() > until) return null;
      await collectOnce(turn(), kind, token);
      row = await read(jobId);
      await tell();
    }
  } catch (cause) {
    return haltFor(cause);
  }
  let halt: Halt | null = null;
  let failure: unknown;
  const busy = new Set<number>();
  const next = itemsOf(row.id, busy);
  const work = async () => {
    while (!halt && !failure && !signal.aborted && performance.now() < until) {
      const item = await next();
      if (!item) return;
      try {
        const one = () => runItem(turn(), kind, item, token, signal);
        const halting = await asWork(`${jobId}.${item.n}`, one);
        halt ??= halting;
      } catch (cause) {
        failure ??= cause;
      } finally {
        busy.delete(item.n);
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
  return { code: cause.code, message: cause.message };
}

/** Returns items to look up before waiting ones, and none that is being worked on. */
function itemsOf(jobId: string, busy: Set<number>): () => Promise<DueItem | undefined> {
  let known: DueItem[] = [];
  let reading: Promise<void> | null = null;
  const refill = async () => {
    const due = or(
      and(eq(jobItem.state, "sending"), sql`${jobItem.settleAt} <= now()`),
      and(
        eq(jobItem.state, "waiting"),
        sql`exists (select from desk.job j where j.id = ${jobId} and j.state = 'running')`,
      ),
    );
    known = await db()
      .select({ ...getTableColumns(jobItem), believed: sql<boolean>`coalesce(${jobItem.believeAt} <= now(), true)` })
      .from(jobItem)
      .where(and(eq(jobItem.jobId, jobId), due, busy.size > 0 ? notInArray(jobItem.n, [...busy]) : undefined))
      .orderBy(sql`${jobItem.state} = 'waiting'`, jobItem.n)
      .limit(20);
  };
  return async () => {
    if (known.length === 0) {
      reading ??= refill().finally(() => {
        reading = null;
      });
      await reading;
    }
    let item = known.shift();
    // Skips items that were taken while the list was read.
    while (item && busy.has(item.n)) item = known.shift();
    if (item) busy.add(item.n);
    return item;
  };
}

async function read(jobId: string) {
  const [row] = await db().select().from(job).where(eq(job.id, jobId));
  if (!row) throw new Error(`Job ${jobId} is gone.`);
  return row;
}

async function pause(jobId: string, token: string, { code, message }: Halt): Promise<void> {
  await db()
    .update(job)
    .set({ state: "paused", code, message, updatedAt: new Date() })
    .where(and(eq(job.id, jobId), eq(job.leaseToken, token), eq(job.state, "running")));
}

/** Marks the job as done if nothing is left. Otherwise returns the milliseconds until the next turn. */
async function conclude(jobId: string, token: string): Promise<number | null> {
  await db()
    .update(job)
    .set({ state: "done", finishedAt: new Date(), updatedAt: new Date() })
    .where(
      and(
        ...[eq(job.id, jobId), eq(job.leaseToken, token), eq(job.state, "running")],
        sql`cursor is null and waiting = 0 and sending = 0`,
      ),
    );
  const row = await read(jobId);
  const waits = row.state === "running" && (row.waiting > 0 || row.cursor !== null);
  if (waits) return 0;
  if (row.sending === 0) return null;
  const { rows } = await db().execute<{ ms: number }>(sql`
    select extract(epoch from min(settle_at) - now()) * 1000 as ms from desk.job_item
    where job_id = ${jobId} and state = 'sending'`);
  return Math.max(100, Number(rows[0]?.ms ?? 1_000));
}
