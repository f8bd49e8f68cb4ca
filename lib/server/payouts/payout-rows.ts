import "server-only";
import { and, eq, inArray, notExists, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import { ApiError, isRecord } from "../../contract/errors.ts";
import { payout, payoutCommission } from "../../database/schema/desk-payouts.ts";
import { sentence } from "../../sentences.ts";
import { type Executor, fromNow, isAmong, now } from "../db.ts";
import { env } from "../env.ts";
import { noteDeed } from "../memory/audit/record.ts";
import { imageOf } from "../memory/audit/redact.ts";
import { notifyLive } from "../notify.ts";
import type { Actor } from "../wire/call.ts";
import type { Finish } from "../work/jobs/kind.ts";
import { plain, storedMessage } from "../work/jobs/stored-message.ts";

// A payout changes only here, in the transaction that moves its item, and is always locked after item and job.

export type DeskPayoutRow = typeof payout.$inferSelect;
type Changed = Pick<DeskPayoutRow, "id" | "storeId" | "mode" | "payoutId">;

/** After a time-out, the API may act for as long as ten calls take. A payout that is missing then was never made. */
export const believeMs = () => 10 * env().UPSTREAM_TIMEOUT_MS;

const machine: Actor = { kind: "system", id: "payouts", name: "Cartwright" };

export async function follow(tx: Executor, batch: string, ns: readonly number[], moved: Finish): Promise<void> {
  if (ns.length === 0) return;
  const rows = await changeRows(tx, and(eq(payout.batch, batch), inArray(payout.n, [...ns])), moved);
  if (moved.state === "failed" || moved.state === "skipped") await release(tx, rows);
  await tell(tx, rows, moved);
}

function changeRows(tx: Executor, rows: SQL | undefined, moved: Finish): Promise<Changed[]> {
  const why = { code: moved.code ?? null, ...storedMessage(moved.message) };
  switch (moved.state) {
    case "sending":
      return begin(tx, rows);
    case "waiting":
      return change(tx, { state: "waiting", ...why }, rows);
    case "unknown":
      return change(tx, { state: "unknown", ...why }, and(rows, inArray(payout.state, ["sending", "unknown"])));
    case "done":
    case "already": {
      const { status, amount } = factsOf(moved.made);
      const made = { payoutId: moved.recordId ?? null, payoutStatus: status, payoutAmount: amount };
      return change(tx, { state: "made", ...made, ...settledBy(moved), ...why }, rows);
    }
    case "failed":
      return change(tx, { state: "failed", ...settledBy(moved), ...why }, rows);
    case "skipped":
      return change(tx, { state: "cancelled", ...settledBy(moved), ...why }, rows);
  }
}

const settledBy = ({ by, reason }: Partial<Finish>) => ({
  settledAt: now,
  settledBy: by?.name ?? null,
  settleReason: reason ?? null,
});

/** A payout is sent only while all its commissions are reserved, whatever went wrong before. */
async function begin(tx: Executor, rows: SQL | undefined): Promise<Changed[]> {
  const released = tx
    .select({ id: payoutCommission.payoutId })
    .from(payoutCommission)
    .where(and(eq(payoutCommission.payoutId, payout.id), eq(payoutCommission.reserved, false)));
  const sending = {
    state: "sending" as const,
    attempts: sql`${payout.attempts} + 1`,
    sentAt: now,
    believeAt: fromNow(believeMs()),
    code: null,
    ...storedMessage(null),
  };
  const begun = await change(tx, sending, and(rows, eq(payout.state, "waiting"), notExists(released)));
  if (begun.length === 0) throw new ApiError(409, "not_reserved", sentence("payoutNotReserved"));
  return begun;
}

const change = (tx: Executor, values: PgUpdateSetSource<typeof payout>, rows: SQL | undefined): Promise<Changed[]> =>
  tx
    .update(payout)
    .set({ ...values, updatedAt: now })
    .where(rows)
    .returning({ id: payout.id, storeId: payout.storeId, mode: payout.mode, payoutId: payout.payoutId });

/** Frees the commissions for other payouts. The rows stay, to say what the payout was for. */
async function release(tx: Executor, rows: readonly Changed[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await tx
    .update(payoutCommission)
    .set({ reserved: false })
    .where(and(payoutCommission.reserved, isAmong(payoutCommission.payoutId, ids)));
}

export async function giveBack(tx: Executor, id: string, found: Payout, why: Partial<Finish> = {}): Promise<boolean> {
  const { failure_reason: message, failure_reason_key: key } = found;
  const said = storedMessage(message ? { message, ...key } : null);
  const returned = { state: "returned", payoutStatus: factsOf(found).status, ...settledBy(why), ...said } as const;
  const rows = await change(tx, returned, and(eq(payout.id, id), eq(payout.state, "made")));
  await release(tx, rows);
  await tell(tx, rows, { state: "failed", by: machine, ...why });
  return rows.length > 0;
}

/** A payout that is settled without a call of its own gets its own audit row. */
async function tell(tx: Executor, rows: readonly Changed[], { by, state, made }: Finish) {
  if (by?.kind !== "system") {
    const changes = rows.map(({ id, storeId: store, mode }) => {
      return { store, mode, api: "desk" as const, resource: "payouts", ...(rows.length === 1 && { record: id }) };
    });
    // Screens are notified once for all payouts of a change.
    return notifyLive(tx, ...changes.slice(0, 1));
  }
  const deed = { actor: by, api: "desk", resource: "payouts", operation: "settle", method: "POST" } as const;
  for (const { id, storeId, mode, payoutId } of rows) {
    await noteDeed(
      { ...deed, storeId, mode, path: `/payouts/${id}/settle`, recordId: id },
      { after: imageOf({ state, payout_id: payoutId, found: made ?? null }) },
      tx,
    );
  }
}

export const byReading = { by: machine };

function factsOf(made: unknown): { status: string | null; amount: number | null } {
  const { status, amount } = isRecord(made) ? made : {};
  return {
    status: typeof status === "string" ? plain(status) : null,
    amount: typeof amount === "number" ? amount : null,
  };
}
