import "server-only";
import { randomUUID } from "node:crypto";
import { and, eq, lte } from "drizzle-orm";
import { isHeldDue } from "../../../database/due.ts";
import { heldWrite } from "../../../database/schema/desk-jobs.ts";
import { asWork } from "../../../request-context.ts";
import { span } from "../../../telemetry.ts";
import { db, fromNow, now } from "../../db.ts";
import { membershipOf } from "../../people/sessions.ts";
import type { Caller } from "../../wire/call.ts";
import { tellHeld } from "./announce.ts";
import { attempt, believeMs, hasToken, isBelieved, type StoredWrite, sendingValues, settleAttempt } from "./attempt.ts";
import { settle } from "./find-outcome.ts";
import { plain } from "./items.ts";
import type { Finish } from "./kind.ts";
import { isUntold } from "./missing-addresses.ts";

// Sends held writes once their time has come; `desk/held.ts` stores, lists and undoes them.

type Row = typeof heldWrite.$inferSelect;

export const findDueHeld = () =>
  db().select({ id: heldWrite.id }).from(heldWrite).where(isHeldDue).orderBy(heldWrite.sendAt).limit(500);

export function runHeld(id: string, stopping: AbortSignal): Promise<void> {
  return asWork(id, () => span("held write", {}, () => takeStep(id, stopping)));
}

async function takeStep(id: string, stopping: AbortSignal): Promise<void> {
  const [found] = await db()
    .select({ row: heldWrite, believed: isBelieved(heldWrite) })
    .from(heldWrite)
    .where(and(eq(heldWrite.id, id), isHeldDue));
  if (!found || (await isUntold(found.row)) || !(await claim(found.row))) return;
  const { row } = found;
  const caller = await callerOf(row);
  const stored = storedHeld(row, found.believed, caller);
  if (row.state === "sending") await settleAttempt(stored, true);
  else if (!caller) await stored.move("waiting", row.token, { state: "failed", code: "member_removed", message: gone });
  else await send(caller, stored, stopping);
  const [after] = await db().select({ state: heldWrite.state }).from(heldWrite).where(eq(heldWrite.id, id));
  if (after?.state !== row.state) tellHeld(row);
}

/** A write of a worker that dies is taken over after this time, which is longer than a call. */
const claimedUntil = () => fromNow(believeMs() / 2 + 5_000);

async function claim({ id, state }: Row): Promise<boolean> {
  const claimed = await db()
    .update(heldWrite)
    .set({ settleAt: claimedUntil() })
    .where(and(eq(heldWrite.id, id), eq(heldWrite.state, state), isHeldDue))
    .returning({ id: heldWrite.id });
  return claimed.length > 0;
}

/** No person watches a held write, so it fails where a job would wait for a person. */
async function send(caller: Caller, stored: StoredWrite, stopping: AbortSignal): Promise<void> {
  const token = randomUUID();
  const end = await attempt(caller, stored, token, stopping);
  if (end.state === "stopped") await stored.move("waiting", stored.row.token, { state: "waiting" });
  if (end.state !== "halt") return;
  const failed = { ...end, state: "failed" } as const;
  if (!(await stored.move("waiting", token, failed))) await stored.move("waiting", stored.row.token, failed);
}

const gone = "The person who requested this change is no longer a member of this store.";

/** Sent in the lane of a visible page, because a person waits for the outcome. */
async function callerOf({ personId, personName, storeId, mode }: Row): Promise<Caller | null> {
  const membership = await membershipOf(personId, storeId);
  return membership && { membership, mode, lane: "visible", actor: { kind: "person", id: personId, name: personName } };
}

function storedHeld(row: Row, believed: boolean, caller: Caller | null): StoredWrite {
  const isIn = (state: Row["state"], token: string | null) =>
    and(eq(heldWrite.id, row.id), eq(heldWrite.state, state), hasToken(heldWrite, token));
  return {
    table: heldWrite,
    row: { ...row, believed },
    write: row,
    async begin(token, { before }) {
      const begun = await db()
        .update(heldWrite)
        .set({ ...sendingValues(heldWrite, token, before, believeMs()), settleAt: claimedUntil() })
        .where(and(eq(heldWrite.id, row.id), eq(heldWrite.state, "held"), lte(heldWrite.sendAt, now)))
        .returning({ id: heldWrite.id });
      return begun.length > 0;
    },
    async move(from, token, { state, code = null, message = null }) {
      const values = { code, message: message && plain(message), settleAt: null, updatedAt: now };
      const moved = await db()
        .update(heldWrite)
        .set({ ...values, state: toState(state) })
        .where(isIn(toState(from), token))
        .returning({ id: heldWrite.id });
      return moved.length > 0;
    },
    async note(token, times, { code, message }) {
      const values = { ...times, code, message: message && plain(message), updatedAt: now };
      await db().update(heldWrite).set(values).where(isIn("sending", token));
    },
    lookUp: async () => (caller ? settle(caller, row) : { state: "unknown", why: gone }),
    finishOf: async () => ({ state: "done" }),
    needsProof: false,
  };
}

const toState = (state: Finish["state"]): Row["state"] =>
  state === "waiting" ? "held" : state === "skipped" ? "undone" : state;
