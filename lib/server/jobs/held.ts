import "server-only";
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { heldWrite } from "../../database/schema/desk-jobs.ts";
import { asWork } from "../../request-context.ts";
import { span } from "../../telemetry.ts";
import { db } from "../db.ts";
import { believeMs, settleDelay } from "./item.ts";
import { sendOnce } from "./once.ts";
import { membershipOf, type Place } from "./place.ts";
import { settle } from "./settle.ts";
import { tellHeld } from "./tell.ts";
import { isUntold } from "./untold.ts";

// Sends held writes once their time has come; `desk/held.ts` stores, lists and undoes them.

type Row = typeof heldWrite.$inferSelect;

const maxAttempts = 5;
const maxSettles = 10;

/** Takes a held write one step further. Returns the milliseconds until its next step, or null. */
export function runHeld(id: string, stopping: AbortSignal): Promise<number | null> {
  return asWork(id, () => span("held write", {}, () => step(id, stopping)));
}

async function step(id: string, stopping: AbortSignal): Promise<number | null> {
  const row = await read(id);
  if (!row || (await isUntold(row))) return null;
  if (row.state === "held") {
    if (row.wait > 0 || row.settleIn > 0) return Math.max(row.wait, row.settleIn);
    if (!(await claim(id))) return null;
    await send(row, stopping);
  } else if (row.state === "sending") {
    if (row.settleIn > 0) return row.settleIn;
    await settleHeld(row);
  } else return null;
  const after = await read(id);
  if (after && after.state !== row.state) tellHeld(after);
  if (after?.state === "held") return 1_000;
  return after?.state === "sending" ? Math.max(100, after.settleIn) : null;
}

/** Lets one worker at a time wait for the API's limits. The claim of a worker that dies expires. */
async function claim(id: string): Promise<boolean> {
  const { rows } = await db().execute(sql`
    update desk.held_write set settle_at = now() + ${believeMs() / 2 + 5_000} * interval '1 millisecond'
    where id = ${id} and state = 'held' and send_at <= now() and (settle_at is null or settle_at <= now())
    returning id`);
  return rows.length > 0;
}

async function send(row: Row, stopping: AbortSignal): Promise<void> {
  const place = await placeOf(row);
  if (!place)
    return void (await move(row.id, "held", null, { state: "failed", code: "member_removed", message: gone }));
  const token = randomUUID();
  const begin = async (before: Record<string, unknown> | null) => {
    const { rows } = await db().execute(sql`
      update desk.held_write set state = 'sending', attempts = attempts + 1, sent_at = now(), token = ${token},
        settle_at = now() + ${believeMs() / 2 + 5_000} * interval '1 millisecond',
        believe_at = now() + ${believeMs()} * interval '1 millisecond', settles = 0,
        before = ${JSON.stringify(before)}::json, code = null, message = null, updated_at = now()
      where id = ${row.id} and state = 'held' and send_at <= now() returning id`);
    return rows.length > 0;
  };
  const end = await sendOnce(place, row, ({ before }) => begin(before), stopping);
  switch (end.state) {
    case "stopped":
      return move(row.id, "held", row.token, { state: "held" });
    case "done":
      return move(row.id, "sending", token, end);
    case "already":
    case "failed":
    case "halt": {
      const state = end.state === "already" ? end : { ...end, state: "failed" as const };
      await move(row.id, "sending", token, state);
      return move(row.id, "held", row.token, state);
    }
    case "again":
      return move(row.id, "sending", token, { state: "held" });
    case "refused": {
      const told = await settle(place, { ...row, before: null });
      return move(
        row.id,
        "sending",
        token,
        told.state === "applied" ? { state: "already" } : { ...end, state: "failed" },
      );
    }
    case "open":
      await db().execute(sql`
        update desk.held_write set code = ${end.code}, message = ${end.message}, settle_at = now(),
          believe_at = ${end.answered ? sql`now()` : sql`believe_at`}
        where id = ${row.id} and state = 'sending' and token = ${token}`);
  }
}

async function settleHeld(row: Row & { believed: boolean }): Promise<void> {
  const place = await placeOf(row);
  const told = place ? await settle(place, row) : { state: "unknown" as const, why: gone };
  const { code, message } = row;
  if (told.state === "applied") return move(row.id, "sending", row.token, { state: "done" });
  if (told.state === "unknown" && row.settles >= maxSettles) {
    return move(row.id, "sending", row.token, { state: "unknown", code: code ?? "outcome_unknown", message: told.why });
  }
  if (told.state === "unknown" || !row.believed) {
    const at =
      told.state === "unknown" ? sql`now() + ${settleDelay(row.settles)} * interval '1 millisecond'` : sql`believe_at`;
    await db().execute(sql`
      update desk.held_write set settle_at = ${at}, settles = settles + 1, updated_at = now()
      where id = ${row.id} and state = 'sending' and token is not distinct from ${row.token}`);
    return;
  }
  if (row.attempts < maxAttempts) return move(row.id, "sending", row.token, { state: "held" });
  await move(row.id, "sending", row.token, {
    state: "failed",
    code: code ?? "not_done",
    message: message ?? "The change was not made.",
  });
}

const gone = "The person who requested this change is no longer a member of this store.";

/** Sent in the lane of a visible page, because a person waits for the outcome. */
async function placeOf(row: Row): Promise<Place | null> {
  const membership = await membershipOf(row.personId, row.storeId);
  const actor = { kind: "person" as const, id: row.personId, name: row.personName };
  return membership && { membership, mode: row.mode, lane: "visible", actor };
}

type Move = { state: Row["state"]; code?: string; message?: string };

async function move(
  id: string,
  from: Row["state"],
  token: string | null,
  { state, code, message }: Move,
): Promise<void> {
  await db().execute(sql`
    update desk.held_write set state = ${state}, code = ${code ?? null}, message = ${message?.slice(0, 1000) ?? null},
      settle_at = null, updated_at = now()
    where id = ${id} and state = ${from} and token is not distinct from ${token}`);
}

async function read(id: string) {
  const until = (column: typeof heldWrite.sendAt | typeof heldWrite.settleAt) =>
    sql<number>`greatest(0, extract(epoch from coalesce(${column}, now()) - now()) * 1000)::float8`;
  const [found] = await db()
    .select({
      row: heldWrite,
      wait: until(heldWrite.sendAt),
      settleIn: until(heldWrite.settleAt),
      believed: sql<boolean>`coalesce(${heldWrite.believeAt} <= now(), true)`,
    })
    .from(heldWrite)
    .where(eq(heldWrite.id, id));
  return found && { ...found.row, wait: found.wait, settleIn: found.settleIn, believed: found.believed };
}
