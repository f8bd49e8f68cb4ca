import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import { ApiError } from "../../contract/errors.ts";
import { job, jobItem } from "../../database/schema/desk-jobs.ts";
import type { OperationName } from "../call.ts";
import { db, inStoreMode } from "../db.ts";
import { attempt, believeMs, type StoredWrite, settleAttempt } from "./attempt.ts";
import { beginItem, moveItem, noteItem } from "./items.ts";
import type { DueItem, Finish, Kind, Turn } from "./kind.ts";
import { halting } from "./once.ts";
import { settle } from "./settle.ts";

type Problem = { code: string; message: string };

/** Returns only a problem that concerns the whole job. */
export async function runItem(
  turn: Turn,
  kind: Kind,
  item: DueItem,
  token: string,
  signal: AbortSignal,
): Promise<Problem | null> {
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
  const end = await attempt(turn, storedItem(turn, kind, { ...item, input }), token, signal);
  return end.state === "halt" ? end : null;
}

function storedItem(turn: Turn, kind: Kind, item: DueItem): StoredWrite {
  const { ledger } = kind;
  const { input, before } = item;
  const write = { ...(kind.of(turn.job.params) as OperationName), input };
  return {
    table: jobItem,
    row: item,
    write,
    begin: (token, begun) =>
      beginItem(item, token, { input, believeMs: (ledger?.believeMs ?? believeMs)(), ...begun }, ledger),
    move: (state, token, finish) => moveItem(item, { state, token }, finish, ledger),
    note: (token, times, why) => noteItem(item, token, times, why, ledger),
    lookUp: (refused) =>
      ledger?.settle(turn, item, refused) ??
      settle(turn, { ...write, before, since: turn.job.createdAt, notIt: (ids) => othersOf(turn, ids) }),
    async finishOf({ record = null, body, found }): Promise<Finish | null> {
      if (!ledger) return { state: "done", recordId: record };
      return record === null ? null : ledger.judge(item, { record, body, found });
    },
    needsProof: ledger !== undefined,
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

async function prepareFailed(cause: unknown, { ledger }: Kind, item: DueItem): Promise<Problem | null> {
  if (!(cause instanceof ApiError)) throw cause;
  const { status, code, message } = cause;
  if (halting.includes(code)) return { code, message };
  // A read may be tried again at the next turn.
  if (status >= 500 || status === 429 || status === 0) throw cause;
  await moveItem(item, { state: "waiting", token: item.token }, { state: "failed", code, message }, ledger);
  return null;
}
