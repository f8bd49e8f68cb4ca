import "server-only";
import { sql } from "drizzle-orm";
import { ApiError } from "../../contract/errors.ts";
import { db } from "../db.ts";
import { env } from "../env.ts";
import { beginItem, lookAgain, moveItem } from "./items.ts";
import type { DueItem, ItemRow, Kind, Turn } from "./kind.ts";
import { sendOnce } from "./once.ts";
import type { Named } from "./place.ts";
import { settle } from "./settle.ts";

const maxAttempts = 5;
const maxSettles = 10;

/** An API that was given up on may act for as long again. */
export const believeMs = () => 2 * env().UPSTREAM_TIMEOUT_MS;
export const settleDelay = (settles: number) => Math.min(60_000, 500 * 2 ** settles);

/** One item a step further; what concerns all of them is told to the job. */
export async function runItem(
  turn: Turn,
  kind: Kind,
  item: DueItem,
  token: string,
  signal: AbortSignal,
): Promise<{ code: string; message: string } | null> {
  if (item.state === "sending") {
    await settleItem(turn, kind, item);
    return null;
  }
  const place = { jobId: item.jobId, n: item.n };
  let { input } = item;
  const waiting = { state: "waiting" as const, token: item.token };
  try {
    if (kind.prepare) input = await kind.prepare(turn, item);
  } catch (cause) {
    return prepareFailed(cause, item);
  }
  const named = kind.of(turn.job.params) as Named;
  const begin = (begun: object) => beginItem(db(), place, token, { input, before: null, ...begun }, believeMs());
  const end = await sendOnce(turn, { ...named, input }, (begun) => begin({ ...begun, input }), signal);
  const sending = { state: "sending" as const, token };
  switch (end.state) {
    case "stopped":
      return null;
    case "done":
      await moveItem(db(), place, sending, { state: "done", recordId: end.record });
      return null;
    case "already":
    case "failed": {
      // Told before it was sent, or after: only one of them is where the item stands.
      if (!(await moveItem(db(), place, sending, end))) await moveItem(db(), place, waiting, end);
      return null;
    }
    case "again":
      await moveItem(db(), place, sending, { state: "waiting" });
      return null;
    case "halt":
      await moveItem(db(), place, sending, { state: "waiting" });
      return end;
    case "refused": {
      const told = await lookUp(turn, kind, { ...item, input });
      if (told.state === "applied")
        await moveItem(db(), place, sending, { state: "already", recordId: told.record ?? null });
      else if (told.state === "absent") await moveItem(db(), place, sending, { ...end, state: "failed" });
      else await lookAgain(db(), place, settleDelay(0), end);
      return null;
    }
    case "open":
      // Where the API itself answered, it is over: what is not there now will not come.
      await db().execute(sql`
        update desk.job_item set code = ${end.code}, message = ${end.message},
          believe_at = ${end.answered ? sql`now()` : sql`believe_at`}
        where job_id = ${item.jobId} and n = ${item.n} and state = 'sending' and token = ${token}`);
      return null;
  }
}

/** A write of unknown outcome: what the record says decides, and only then may it be sent again. */
async function settleItem(turn: Turn, kind: Kind, item: DueItem): Promise<void> {
  const place = { jobId: item.jobId, n: item.n };
  const from = { state: "sending" as const, token: item.token };
  const told = await lookUp(turn, kind, item);
  const { code, message } = item;
  if (told.state === "applied") {
    await moveItem(db(), place, from, { state: "done", recordId: told.record ?? null });
    return;
  }
  if (told.state === "unknown") {
    if (item.settles >= maxSettles) {
      await moveItem(db(), place, from, { state: "unknown", code: code ?? "outcome_unknown", message: told.why });
    } else {
      await lookAgain(db(), place, settleDelay(item.settles), { code, message: told.why });
    }
    return;
  }
  // Not there yet; a slow API may still do it.
  if (!item.believed) return lookAgain(db(), place, "believed", { code, message });
  const { state } = turn.job;
  if (item.attempts >= maxAttempts) {
    await moveItem(db(), place, from, {
      state: "failed",
      code: code ?? "not_done",
      message: message ?? "It was not done.",
    });
  } else if (state === "cancelled") await moveItem(db(), place, from, { state: "skipped" });
  else await moveItem(db(), place, from, { state: "waiting", code, message });
}

function lookUp(turn: Turn, kind: Kind, item: ItemRow) {
  const named = kind.of(turn.job.params) as Named;
  const { input, before } = item;
  return settle(turn, { ...named, input, before, since: turn.job.createdAt, notIt: (ids) => othersOf(turn, ids) });
}

/** There before the job began, or made by another item. */
async function othersOf({ job }: Turn, ids: string[]): Promise<Set<string>> {
  const { rows } = await db().execute<{ id: string }>(sql`
    select record_id as id from desk.job_item i join desk.job j on j.id = i.job_id
    where j.store_id = ${job.storeId} and j.mode = ${job.mode} and i.record_id in ${ids}`);
  return new Set([...rows.map(({ id }) => id), ...job.baseline.filter((id) => ids.includes(id))]);
}

async function prepareFailed(cause: unknown, item: ItemRow) {
  if (!(cause instanceof ApiError)) throw cause;
  const { status, code, message } = cause;
  if (["connection_rejected", "connection_missing", "scope_missing", "role_forbidden"].includes(code))
    return { code, message };
  // A read may be tried again at the next turn.
  if (status >= 500 || status === 429 || status === 0) throw cause;
  await moveItem(
    db(),
    { jobId: item.jobId, n: item.n },
    { state: "waiting", token: item.token },
    { state: "failed", code, message },
  );
  return null;
}
