import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { Payout } from "../../contract/affiliate/payouts.ts";
import { ApiError, isRecord } from "../../contract/errors.ts";
import type { payout } from "../../database/schema/desk-payouts.ts";
import { type Actor, noteDeed } from "../audit/record.ts";
import { imageOf } from "../audit/redact.ts";
import type { Mode } from "../connections.ts";
import { env } from "../env.ts";
import { plain } from "../jobs/items.ts";
import type { Executor, Followed } from "../jobs/kind.ts";
import { notifyLive } from "../live/notify.ts";

// A payout changes only here, in the transaction that moves its item, and is always locked after item and job.

export type PayoutRow = typeof payout.$inferSelect;
type Changed = { id: string; store_id: string; mode: Mode; payout_id: string | null };

/** After a time-out, the API may act for as long as ten calls take. A payout that is missing then was never made. */
export const believeMs = () => 10 * env().UPSTREAM_TIMEOUT_MS;

const machine: Actor = { kind: "system", id: "payouts", name: "Cartwright" };

export async function follow(tx: Executor, batch: string, ns: readonly number[], moved: Followed): Promise<void> {
  if (ns.length === 0) return;
  const these = sql`batch = ${batch} and n in (select json_array_elements_text(${JSON.stringify(ns)}::json)::int)`;
  const rows = await changeOf(tx, these, moved);
  if (moved.state === "failed" || moved.state === "skipped") await release(tx, rows);
  await tell(tx, rows, moved);
}

async function changeOf(tx: Executor, these: SQL, { state, code = null, message = null, ...more }: Followed) {
  const why = sql`code = ${code}, message = ${message && plain(message)}`;
  const settled = sql`settled_at = now(), settled_by = ${more.by ?? null}, settle_reason = ${more.reason ?? null}`;
  switch (state) {
    case "sending":
      return begin(tx, these);
    case "waiting":
      return change(tx, sql`state = 'waiting', ${why}`, these);
    case "unknown":
      return change(tx, sql`state = 'unknown', ${why}`, sql`${these} and state in ('sending', 'unknown')`);
    case "done":
    case "already": {
      const { status, amount } = factsOf(more.made);
      const facts = sql`payout_id = ${more.recordId ?? null}, payout_status = ${status}, payout_amount = ${amount}::numeric`;
      return change(tx, sql`state = 'made', ${facts}, ${settled}, ${why}`, these);
    }
    case "failed":
      return change(tx, sql`state = 'failed', ${settled}, ${why}`, these);
    case "skipped":
      return change(tx, sql`state = 'cancelled', ${settled}, ${why}`, these);
  }
}

/** A payout is sent only while all its commissions are reserved, whatever went wrong before. */
async function begin(tx: Executor, these: SQL): Promise<Changed[]> {
  const rows = await change(
    tx,
    sql`state = 'sending', attempts = attempts + 1, sent_at = now(), code = null, message = null,
      believe_at = now() + ${believeMs()} * interval '1 millisecond'`,
    sql`${these} and state = 'waiting' and not exists (
      select from desk.payout_commission c where c.payout_id = payout.id and not c.held)`,
  );
  if (rows.length === 0) throw new ApiError(409, "not_reserved", "The commissions are not reserved for this payout.");
  return rows;
}

async function change(tx: Executor, set: SQL, where: SQL): Promise<Changed[]> {
  const { rows } = await tx.execute<Changed>(sql`
    update desk.payout set ${set}, updated_at = now() where ${where} returning id, store_id, mode, payout_id`);
  return rows;
}

/** Frees the commissions for other payouts. The rows stay, to say what the payout was for. */
async function release(tx: Executor, rows: readonly Changed[]): Promise<void> {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  await tx.execute(sql`
    update desk.payout_commission set held = false
    where held and payout_id in (select json_array_elements_text(${ids}::json))`);
}

/** For a payout that the API made, and that failed or was cancelled there. */
export async function giveBack(tx: Executor, id: string, found: Payout, why: Partial<Followed> = {}): Promise<boolean> {
  const rows = await change(
    tx,
    sql`state = 'returned', payout_status = ${factsOf(found).status}, settled_at = now(),
      settled_by = ${why.by ?? null}, settle_reason = ${why.reason ?? null}, message = ${found.failure_reason ? plain(found.failure_reason) : null}`,
    sql`id = ${id} and state = 'made'`,
  );
  await release(tx, rows);
  await tell(tx, rows, { state: "failed", by: machine.name, ...why });
  return rows.length > 0;
}

/** A payout that is settled without a call of its own gets its own audit row. */
async function tell(tx: Executor, rows: readonly Changed[], { by, actor = machine, state, made }: Followed) {
  if (by !== machine.name) {
    const changes = rows.map(({ id, store_id: store, mode }) => {
      return { store, mode, api: "desk" as const, resource: "payouts", ...(rows.length === 1 && { record: id }) };
    });
    // Screens are notified once for all payouts of a change.
    return notifyLive(tx, ...changes.slice(0, 1));
  }
  const deed = { actor, api: "desk", resource: "payouts", operation: "settle", method: "POST" } as const;
  for (const { id, store_id: storeId, mode, payout_id } of rows) {
    await noteDeed(
      { ...deed, storeId, mode, path: `/payouts/${id}/settle`, recordId: id },
      { after: imageOf({ state, payout_id, found: made ?? null }) },
      tx,
    );
  }
}

/** Marks an outcome that was found by reading, and not reported in the response to the call. */
export const byReading = { by: machine.name };

function factsOf(made: unknown): { status: string | null; amount: number | null } {
  const { status, amount } = isRecord(made) ? made : {};
  return {
    status: typeof status === "string" ? plain(status) : null,
    amount: typeof amount === "number" ? amount : null,
  };
}
