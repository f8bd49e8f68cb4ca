import "server-only";
import { sql } from "drizzle-orm";
import { ApiError } from "../../contract/errors.ts";
import { db } from "../db.ts";
import { env } from "../env.ts";
import { beginItem, lookAgain, moveItem, noteOpen } from "./items.ts";
import type { DueItem, Finish, ItemRow, Kind, Ledger, Turn } from "./kind.ts";
import { type End, sendOnce } from "./once.ts";
import type { Named } from "./place.ts";
import { type Settled, settle } from "./settle.ts";

const maxAttempts = 5;
const maxSettles = 10;

/** After a time-out, the API may still act for as long again. */
export const believeMs = () => 2 * env().UPSTREAM_TIMEOUT_MS;
export const settleDelay = (settles: number) => Math.min(60_000, 500 * 2 ** settles);

/** Takes an item one step further. Returns a problem that concerns the whole job. */
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
  const { ledger } = kind;
  const place = { jobId: item.jobId, n: item.n };
  let { input } = item;
  const waiting = { state: "waiting" as const, token: item.token };
  try {
    if (kind.prepare) input = await kind.prepare(turn, item);
  } catch (cause) {
    return prepareFailed(cause, item, ledger);
  }
  const named = kind.of(turn.job.params) as Named;
  const patience = { believeMs: ledger?.believeMs() ?? believeMs(), ledger };
  const begin = (begun: object) => beginItem(db(), place, token, { input, before: null, ...begun }, patience);
  const sent = await sendOnce(turn, { ...named, input }, (begun) => begin({ ...begun, input }), signal);
  const end = ledger ? doubted(sent) : sent;
  const sending = { state: "sending" as const, token };
  const move = (from: typeof sending | typeof waiting, finish: Finish) => moveItem(db(), place, from, finish, ledger);
  switch (end.state) {
    case "stopped":
      return null;
    case "done": {
      const finish = await finishOf(kind, item, { ...end, found: false });
      if (finish) await move(sending, finish);
      else await noteOpen(db(), place, token, sql`settle_at = now()`, noRecord, ledger);
      return null;
    }
    case "already":
    case "failed": {
      // The item is still waiting if the call ended before it was sent.
      if (!(await move(sending, end))) await move(waiting, end);
      return null;
    }
    case "again":
      await move(sending, { state: "waiting" });
      return null;
    case "halt":
      await move(sending, { state: "waiting" });
      return end;
    case "refused": {
      const told = await lookUp(turn, kind, { ...item, input }, true);
      const finish = told.state === "applied" && (await finishOf(kind, item, { ...told, found: true }));
      if (finish) await move(sending, { ...finish, state: "already" });
      else if (told.state === "absent") await move(sending, { ...end, state: "failed" });
      else await lookAgain(db(), place, token, settleDelay(0), end, ledger);
      return null;
    }
    case "open": {
      // If the API itself responded, a record that is missing now will not appear later.
      const set = sql`believe_at = ${end.answered ? sql`now()` : sql`believe_at`}`;
      await noteOpen(db(), place, token, set, end, ledger);
      return null;
    }
  }
}

const noRecord = {
  code: "answered_without_record",
  message: "The service accepted the request but did not return the result.",
};

/** For payouts, refusals are looked up, and a server error does not prove that nothing will happen. */
function doubted(end: End): End {
  if (end.state === "failed" && end.sent) return { ...end, state: "refused" };
  if (end.state === "open") return { ...end, answered: false };
  if (end.state === "done" && end.record === null) return { state: "open", answered: false, ...noRecord };
  return end;
}

async function finishOf(
  { ledger }: Kind,
  item: ItemRow,
  { record = null, body, found }: { record?: string | null; body?: unknown; found: boolean },
): Promise<Finish | null> {
  if (!ledger) return { state: "done", recordId: record };
  return record === null ? null : ledger.judge(item, { record, body, found });
}

/** Looks up a write of unknown outcome. Only a proof that it was not done allows sending it again. */
async function settleItem(turn: Turn, kind: Kind, item: DueItem): Promise<void> {
  const { ledger } = kind;
  const place = { jobId: item.jobId, n: item.n };
  const from = { state: "sending" as const, token: item.token };
  const move = (finish: Finish) => moveItem(db(), place, from, finish, ledger);
  const again = (after: number | "believed", message: string | null) =>
    lookAgain(db(), place, item.token, after, { code, message }, ledger);
  const { code, message } = item;
  const told = await lookUp(turn, kind, item);
  const finish = told.state === "applied" ? await finishOf(kind, item, { ...told, found: true }) : null;
  if (finish) {
    await move(finish);
    return;
  }
  // A write that the API says it accepted is never sent again, even if its record is not found.
  if (told.state !== "absent" || code === noRecord.code) {
    const why =
      told.state === "unknown" ? told.why : "The service accepted the request, but the result is not in its list.";
    if (item.settles < maxSettles) await again(settleDelay(item.settles), why);
    else await move({ state: "unknown", code: code ?? "outcome_unknown", message: why });
    return;
  }
  // A slow API may still make the change.
  if (!item.believed) return again("believed", message);
  const { state } = turn.job;
  if (item.attempts >= maxAttempts) {
    await move({ state: "failed", code: code ?? "not_done", message: message ?? "The change was not made." });
  } else if (state === "cancelled") await move({ state: "skipped" });
  else await move({ state: "waiting", code, message });
}

async function lookUp(turn: Turn, kind: Kind, item: ItemRow, refused = false): Promise<Settled> {
  if (kind.ledger) return kind.ledger.settle(turn, item, refused);
  const named = kind.of(turn.job.params) as Named;
  const { input, before } = item;
  return settle(turn, { ...named, input, before, since: turn.job.createdAt, notIt: (ids) => othersOf(turn, ids) });
}

/** Records that existed before the job, or belong to another item. */
async function othersOf({ job }: Turn, ids: string[]): Promise<Set<string>> {
  const { rows } = await db().execute<{ id: string }>(sql`
    select record_id as id from desk.job_item i join desk.job j on j.id = i.job_id
    where j.store_id = ${job.storeId} and j.mode = ${job.mode} and i.record_id in ${ids}`);
  return new Set([...rows.map(({ id }) => id), ...job.baseline.filter((id) => ids.includes(id))]);
}

async function prepareFailed(cause: unknown, item: ItemRow, ledger?: Ledger) {
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
    ledger,
  );
  return null;
}
